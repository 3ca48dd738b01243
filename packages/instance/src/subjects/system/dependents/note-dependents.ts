import { type Key, quoted } from '../../../records/system/dialect.ts'
import type { Author, Shape } from '../../../records/system/shape.ts'
import type { Tx } from '../../../records/system/sql-runner.ts'
import { dependencies } from './graph.ts'

/** Notes what goes, or is detached, with a record that is about to be deleted. */
export async function noteDependents(tx: Tx, shape: Shape, id: Key, author: Author): Promise<void> {
  const owner = { resource: shape.auditedAs ?? shape.table, id: String(id) }
  for (const each of dependencies[shape.table] ?? []) {
    const { column, effect, becomes } = each
    const rows = await tx.all(`SELECT * FROM ${quoted(each.shape.table)} WHERE ${quoted(column)} = ?`, id)
    await author.auditLog.within(effect === 'deleted' ? owner : null, async () => {
      for (const previous of rows) {
        const key = String(previous[each.shape.key])
        const next = effect === 'deleted' ? null : { ...becomes, [column]: null }
        author.auditLog.note({ shape: each.shape, key, previous, next }, author)
      }
    })
  }
}
