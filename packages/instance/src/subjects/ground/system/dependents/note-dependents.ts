import type { Actor, DeclaredTable } from '../../../../records/system/declared-table.ts'
import { type Key, quoted } from '../../../../records/system/dialect.ts'
import type { Tx } from '../../../../records/system/sql-runner.ts'
import { dependencies } from './graph.ts'

/** Records in the audit log what is deleted or detached along with a record. */
export async function logDependents(tx: Tx, declared: DeclaredTable, id: Key, actor: Actor): Promise<void> {
  const owner = { resource: declared.auditedAs ?? declared.table, id: String(id) }
  for (const each of dependencies[declared.table] ?? []) {
    const { declared: dependent, column, effect, becomes } = each
    if (dependent === null) continue
    const rows = await tx.all(`SELECT * FROM ${quoted(dependent.table)} WHERE ${quoted(column)} = ?`, id)
    await actor.auditLog.within(effect === 'deleted' ? owner : null, async () => {
      for (const previous of rows) {
        const key = String(previous[dependent.key])
        const next = effect === 'deleted' ? null : { ...becomes, [column]: null }
        actor.auditLog.note({ declared: dependent, key, previous, next }, actor)
      }
    })
  }
}
