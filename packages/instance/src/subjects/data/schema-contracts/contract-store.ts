import { integer, string } from '@millwright/contract/records/field'
import {
  type ContractEnforcement,
  type ContractMode,
  isContractEnforcement,
  isContractMode,
  type TableDocument,
} from '@millwright/contract/wire/schema-contract'
import type { Parts } from '../../../gateway/parts.ts'
import type { By } from '../../../gateway/ports/sign-in.ts'
import { isoMicros } from '../../../platform/clock.ts'
import { type Actor, type DeclaredTable, declareTable } from '../../../records/system/declared-table.ts'
import { dialectOf } from '../../../records/system/dialect.ts'
import { type Row, type Tx, transactionOf } from '../../../records/system/sql-runner.ts'
import { WriteLog } from '../../../records/system/write-log.ts'
import type { SchemaSnapshotTable } from '../../../store/data-tables.ts'
import { actorOf } from '../../ground/system/actor.ts'
import { documentHash } from './table-document.ts'

export interface ContractSettings {
  readonly mode: ContractMode
  readonly runtime_enforcement: ContractEnforcement
  /** Number of archived snapshots to retain; `null`: all. */
  readonly archive_retention_count: number | null
}

export const unlocked: ContractSettings = { mode: 'none', runtime_enforcement: 'off', archive_retention_count: null }

/** The settings in a row, stored or sent. */
export function settingsIn({
  mode,
  runtime_enforcement: enforcement,
  archive_retention_count: kept,
}: Readonly<Partial<Record<keyof ContractSettings, unknown>>>): ContractSettings {
  return {
    mode: isContractMode(mode) ? mode : unlocked.mode,
    runtime_enforcement: isContractEnforcement(enforcement) ? enforcement : unlocked.runtime_enforcement,
    archive_retention_count: kept === null || kept === undefined ? null : Number(kept),
  }
}

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

/** `now`: ISO 8601 with microseconds. */
interface Written {
  readonly serviceId: number
  readonly now: string
}

/** Stores the settings of a service; `null` removes them. */
export async function putSettings(
  tx: Tx,
  settings: ContractSettings | null,
  { serviceId, now }: Written,
): Promise<void> {
  if (settings === null) {
    await tx.all('DELETE FROM "schema_contract" WHERE "service_id" = ?', serviceId)
    return
  }
  const { mode, runtime_enforcement: enforcement, archive_retention_count: kept } = settings
  await tx.all(
    `INSERT INTO "schema_contract" ("service_id", "mode", "runtime_enforcement", "archive_retention_count", "created_date", "last_modified_date")
      VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT ("service_id") DO UPDATE SET "mode" = excluded."mode",
        "runtime_enforcement" = excluded."runtime_enforcement", "archive_retention_count" = excluded."archive_retention_count",
        "last_modified_date" = excluded."last_modified_date"`,
    serviceId,
    mode,
    enforcement,
    kept,
    now,
    now,
  )
}

/** Archives the active snapshot of one table; `null`: of all. */
export async function archiveTables(tx: Tx, table: string | null, { serviceId, now }: Written): Promise<void> {
  await tx.all(
    `UPDATE "schema_snapshot" SET "status" = 'archived', "last_modified_date" = ?
      WHERE "service_id" = ? AND "status" = 'active'${table === null ? '' : ' AND "table_name" = ?'}`,
    now,
    serviceId,
    ...(table === null ? [] : [table]),
  )
}

/** Archives the active snapshot of the table and activates a new one. `keep`: archived snapshots to retain; `null`: all. */
export async function lockTable(
  tx: Tx,
  document: TableDocument,
  { serviceId, now, keep, by }: Written & { readonly keep: number | null; readonly by: number | null },
): Promise<void> {
  const { name } = document
  await archiveTables(tx, name, { serviceId, now })
  const [newest] = await tx.all(
    'SELECT MAX("contract_version") AS "version" FROM "schema_snapshot" WHERE "service_id" = ? AND "table_name" = ?',
    serviceId,
    name,
  )
  await tx.all(
    `INSERT INTO "schema_snapshot" ("service_id", "table_catalog", "table_schema", "table_name", "object_type", "contract_version", "schema_hash",
        "status", "schema", "created_by_id", "created_date", "last_modified_date") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    serviceId,
    document.catalog,
    document.schema,
    name,
    document.type,
    Number(newest?.version ?? 0) + 1,
    documentHash(document),
    'active',
    JSON.stringify(document),
    by,
    now,
    now,
  )
  if (keep === null) return
  const archived = await tx.all(
    `SELECT "id" FROM "schema_snapshot" WHERE "service_id" = ? AND "table_name" = ? AND "status" = 'archived'
      ORDER BY "contract_version" DESC`,
    serviceId,
    name,
  )
  for (const { id } of archived.slice(keep)) await tx.all('DELETE FROM "schema_snapshot" WHERE "id" = ?', id)
}

export type SchemaSnapshot = Omit<SchemaSnapshotTable, 'id'> & { readonly id: number }

type StoreParts = Pick<Parts, 'store' | 'clock' | 'vault' | 'kinds' | 'authorize'>

/** Stores contracts and their snapshots. Every change is published as a change of the service, whose cache includes the locks. */
export function createContractStore(parts: StoreParts) {
  const { store, clock } = parts
  const { db } = store
  const dialect = dialectOf(store.engine)
  const snapshots = (serviceId: number) =>
    db.selectFrom('schema_snapshot').selectAll().where('service_id', '=', serviceId)
  const publishChange = (serviceId: number) => store.changes.publish([{ table: 'service', ids: [serviceId] }])

  /** Writes in a transaction, with an entry in the audit log, and announces it. */
  async function write(
    serviceId: number,
    by: By,
    work: (tx: Tx, written: Parameters<typeof archiveTables>[2]) => Promise<void>,
  ) {
    const written = { serviceId, now: isoMicros(clock()) }
    await store.write(async (statements) => {
      const log = new WriteLog()
      const tx = transactionOf(dialect, statements)
      await auditedChange(tx, serviceId, actorOf(by, log, parts), () => work(tx, written))
      await log.auditLog.write(tx, { ...parts, changeRule: null, followUp: null })
    })
    await publishChange(serviceId)
  }

  return {
    /** Timestamp for responses. */
    now: () => new Date(clock()).toISOString(),
    /** Settings of all services that have any, by service id. */
    async settings(): Promise<ReadonlyMap<number, ContractSettings>> {
      const rows = await db.selectFrom('schema_contract').selectAll().execute()
      return new Map(rows.map((row) => [row.service_id, settingsIn(row)]))
    },
    async settingsOf(serviceId: number): Promise<ContractSettings | null> {
      const row = await db
        .selectFrom('schema_contract')
        .selectAll()
        .where('service_id', '=', serviceId)
        .executeTakeFirst()
      return row === undefined ? null : settingsIn(row)
    },
    /** `null`: removes the contract. */
    setSettings: (serviceId: number, settings: ContractSettings | null, by: By) =>
      write(serviceId, by, (tx, written) => putSettings(tx, settings, written)),
    /** Snapshots of one table or all, newest first. */
    all: (serviceId: number, table: string | null = null): Promise<SchemaSnapshot[]> =>
      (table === null ? snapshots(serviceId) : snapshots(serviceId).where('table_name', '=', table))
        .orderBy('contract_version', 'desc')
        .orderBy('id', 'desc')
        .execute(),
    /** Number of snapshots by service and status, with the date of the newest. */
    counts: () =>
      db
        .selectFrom('schema_snapshot')
        .select(({ fn }) => [
          'service_id',
          'status',
          fn.countAll<number>().as('count'),
          fn.max('last_modified_date').as('latest'),
        ])
        .groupBy(['service_id', 'status'])
        .execute(),
    /** Archives the active snapshot of the table and activates a new one. Throws a 409 from the store if two callers lock at once. */
    lock: (serviceId: number, document: TableDocument, keep: number | null, by: By) =>
      write(serviceId, by, (tx, written) =>
        lockTable(tx, document, { ...written, keep, by: by.caller.user?.id ?? null }),
      ),
    /** Unlocks one table or all, and returns the snapshots that were active. */
    async unlock(serviceId: number, table: string | null, by: By): Promise<readonly SchemaSnapshot[]> {
      const active = await snapshots(serviceId).where('status', '=', 'active').execute()
      await write(serviceId, by, (tx, written) => archiveTables(tx, table, written))
      return active.filter(({ table_name }) => table === null || table_name === table)
    },
  }
}

export type ContractStore = ReturnType<typeof createContractStore>
