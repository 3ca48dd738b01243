import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { ScriptRun } from '../../../gateway/ports/script-runner.ts'

/**
 * What a run amounts to (docs/wire/scripts.md): what the script returned, or the event as it left it when it returned
 * nothing. Throws the refusal that a failed run, or a returned `error`, stands for.
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
