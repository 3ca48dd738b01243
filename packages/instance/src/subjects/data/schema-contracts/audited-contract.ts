import { integer, string } from '@millwright/contract/records/field'
import { type Actor, type DeclaredTable, declareTable } from '../../../records/system/declared-table.ts'
import type { Row, Tx } from '../../../records/system/sql-runner.ts'

/** Declares the contract of a service for the audit log. */
const auditedContract: DeclaredTable = declareTable({
  table: 'schema_contract',
  auditedAs: 'schema_contract',
  label: 'Schema contract',
  key: 'service_id',
  audit: 'none',
  authority: 'instance',
  fields: {
    name: string(),
    mode: string(),
    runtime_enforcement: string(),
    archive_retention_count: integer(),
    tables: string(),
  },
})

/** Changes the contract of a service, with an entry in the audit log that has its settings and the versions of its locked tables. */
export async function auditedChange(tx: Tx, serviceId: number, actor: Actor, work: () => Promise<void>): Promise<void> {
  const previous = await contractOf(tx, serviceId)
  await work()
  const next = await contractOf(tx, serviceId)
  if (previous !== null || next !== null)
    actor.auditLog.note({ declared: auditedContract, key: serviceId, previous, next }, actor)
}

/** `null`: the service has none. */
async function contractOf(tx: Tx, serviceId: number): Promise<Row | null> {
  const [settings] = await tx.all(
    'SELECT "mode", "runtime_enforcement", "archive_retention_count" FROM "schema_contract" WHERE "service_id" = ?',
    serviceId,
  )
  const locked = await tx.all(
    `SELECT "table_name", "contract_version" FROM "schema_snapshot" WHERE "service_id" = ? AND "status" = 'active' ORDER BY "table_name"`,
    serviceId,
  )
  if (settings === undefined && locked.length === 0) return null
  const service = await tx.first('SELECT "name" FROM "service" WHERE "id" = ?', serviceId)
  const tables = locked.map(({ table_name, contract_version }) => `${table_name} ${contract_version}`).join(', ')
  return { service_id: serviceId, name: service?.name ?? null, ...settings, tables: tables === '' ? null : tables }
}
