import type { TableDocument } from '@millwright/contract/wire/schema-contract'
import type { Tx } from '../../../records/system/sql-runner.ts'
import type { ContractSettings } from './contract-settings.ts'
import { documentHash } from './table-document.ts'

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
    ...[serviceId, mode, enforcement, kept, now, now],
  )
}

/** Archives the active snapshot of one table; `null`: of all. */
export async function archiveTables(tx: Tx, table: string | null, { serviceId, now }: Written): Promise<void> {
  await tx.all(
    `UPDATE "schema_snapshot" SET "status" = 'archived', "last_modified_date" = ?
      WHERE "service_id" = ? AND "status" = 'active'${table === null ? '' : ' AND "table_name" = ?'}`,
    ...[now, serviceId, ...(table === null ? [] : [table])],
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
    ...[serviceId, name],
  )
  await tx.all(
    `INSERT INTO "schema_snapshot" ("service_id", "table_catalog", "table_schema", "table_name", "object_type", "contract_version", "schema_hash",
        "status", "schema", "created_by_id", "created_date", "last_modified_date") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[serviceId, document.catalog, document.schema, name, document.type, Number(newest?.version ?? 0) + 1],
    ...[documentHash(document), 'active', JSON.stringify(document), by, now, now],
  )
  if (keep === null) return
  const archived = await tx.all(
    `SELECT "id" FROM "schema_snapshot" WHERE "service_id" = ? AND "table_name" = ? AND "status" = 'archived'
      ORDER BY "contract_version" DESC`,
    ...[serviceId, name],
  )
  for (const { id } of archived.slice(keep)) await tx.all('DELETE FROM "schema_snapshot" WHERE "id" = ?', id)
}
