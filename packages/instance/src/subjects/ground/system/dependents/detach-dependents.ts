import { type Key, quoted } from '../../../../records/system/dialect.ts'
import type { Tx } from '../../../../records/system/sql-runner.ts'
import type { WriteLog } from '../../../../records/system/write-log.ts'
import type { TableName } from '../../../../store/tables.ts'
import { dependencies } from './graph.ts'

/** Changes rows that must not stay as they are once a record is deleted. */
export async function detachDependents(tx: Tx, table: TableName, id: Key, log: WriteLog): Promise<void> {
  for (const { declared, column, becomes } of dependencies[table] ?? []) {
    if (becomes === undefined || declared === null) continue
    const set = Object.keys(becomes).map((name) => `${quoted(name)} = ?`)
    const rows = await tx.all(
      `UPDATE ${quoted(declared.table)} SET ${set.join(', ')} WHERE ${quoted(column)} = ? RETURNING ${quoted(declared.key)} AS "key"`,
      ...Object.values(becomes),
      id,
    )
    if (rows.length > 0) log.changed(declared.table, ...rows.map(({ key }) => Number(key)))
  }
}
