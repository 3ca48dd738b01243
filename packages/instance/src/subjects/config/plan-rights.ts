import { rejectScriptChangeByProgram } from '../../access/programs.ts'
import { hasClass } from '../../records/system/table-authority.ts'
import type { Caller } from '../../request/caller.ts'
import type { PlannedChange } from './plan-config.ts'

/**
 * Throws what an apply would say of a change that its program may not make, as far as the change itself tells: so plans of a token for applies
 * tell it too. A token for plans alone says nothing about the one that will apply.
 */
export function refuseForProgram({ action, type, differences }: PlannedChange, caller: Caller): void {
  const { program } = caller
  if (program === undefined || action === 'adopt' || action === 'release') return
  const { kept, declaration } = type.type
  kept?.guard?.(caller)
  const applies = program.kind === 'access token' && program.scopes.includes('config:apply')
  if (kept !== null || !applies || action === 'delete') return
  const { authority } = declaration.declared
  const fields = new Set(differences.map(({ field }) => field))
  const changed = type.members.filter(({ name }) => fields.has(name))
  if (changed.some(({ column }) => hasClass(authority?.columns[column.name], 'runs later')))
    rejectScriptChangeByProgram(caller)
}
