import { invalid } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { hasRows } from '../../../access/compile-role.ts'
import type { ServiceKinds } from '../../../gateway/ports/service-kinds.ts'
import { hasTables } from '../../../gateway/service-kind.ts'
import type { Key } from '../../../records/system/dialect.ts'
import type { Row, Tx } from '../../../records/system/sql-runner.ts'

/**
 * Rejects row filters of a role on anything but tables of databases, where nothing would apply them (docs/wire/access.md). Runs in the
 * transaction, after the role and its access rows are written.
 */
export async function refuseMisplacedFilters(tx: Tx, kinds: ServiceKinds, roleId: Key): Promise<void> {
  const rows = await tx.all(
    `SELECT "access"."filters", "access"."component", "access"."service_id", "service"."name", "service"."type"
       FROM "role_service_access" AS "access" LEFT JOIN "service" ON "service"."id" = "access"."service_id"
      WHERE "access"."role_id" = ? AND "access"."filters" IS NOT NULL ORDER BY "access"."id"`,
    roleId,
  )
  const misplaced = rows.find((row) => isMisplaced(row, kinds))
  if (misplaced === undefined) return
  const place = `${misplaced.name === null ? 'all services' : `'${String(misplaced.name)}'`}, component '${String(misplaced.component ?? '')}'`
  throw invalid({
    role_service_access_by_role_id: [
      `filters: row filters only apply to tables of databases ('_table/…', or '*' for a whole database), and not to ${place}.`,
    ],
  })
}

/** Whether a stored access row, with its service's type, has row filters that nothing applies. */
export function isMisplaced({ filters, component, service_id, type }: Readonly<Row>, kinds: ServiceKinds): boolean {
  if (!isFilled(filters)) return false
  const kind = typeof type === 'string' ? kinds.of(type) : null
  // The connector of an unknown type may only be missing.
  return (
    kind === null ||
    (kind !== undefined && !hasTables(kind.group)) ||
    !hasRows(Number(service_id), String(component ?? ''))
  )
}

function isFilled(filters: unknown): boolean {
  if (typeof filters !== 'string' || filters === '') return false
  const list: unknown = JSON.parse(filters)
  return Array.isArray(list) ? list.length > 0 : isRecord(list)
}
