import type { Actor, DeclaredTable } from '../../../records/system/declared-table.ts'
import { type Key, quoted } from '../../../records/system/dialect.ts'
import type { Tx } from '../../../records/system/sql-runner.ts'
import { dependencies } from './graph.ts'

/** Records in the audit log what is deleted or detached along with a record. */
export async function logDependents(tx: Tx, declared: DeclaredTable, id: Key, actor: Actor): Promise<void> {
  const owner = { resource: declared.auditedAs ?? declared.table, id: String(id) }
  for (const each of dependencies[declared.table] ?? []) {
    const { column, effect, becomes } = each
    const rows = await tx.all(`SELECT * FROM ${quoted(each.declared.table)} WHERE ${quoted(column)} = ?`, id)
    await actor.auditLog.within(effect === 'deleted' ? owner : null, async () => {
      for (const previous of rows) {
        const key = String(previous[each.declared.key])
        const next = effect === 'deleted' ? null : { ...becomes, [column]: null }
        actor.auditLog.note({ declared: each.declared, key, previous, next }, actor)
      }
    })
  }
}
