import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { ScriptRun } from '../../../../gateway/ports/script-runner.ts'

/**
 * The result of a run (docs/wire/scripts.md): the return value, or the event if the script returned nothing. Throws a `Problem`
 * for a failed run or a returned `error`.
 */
export function resultOf(run: ScriptRun): unknown {
  if (!run.ok) {
    const { message, status, code } = run.error
    throw new Problem(status, message, code === undefined ? {} : { code })
  }
  const { returned, event } = run
  if (!returned) return event
  if (isRecord(returned) && returned.error) throw new Problem(500, messageOf(returned.error))
  return returned
}

function messageOf(error: unknown): string {
  const told = isRecord(error) ? error.message : error
  return typeof told === 'string' ? told : JSON.stringify(told ?? error)
}
