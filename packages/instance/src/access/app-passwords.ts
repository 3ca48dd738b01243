import { Problem } from '@millwright/contract/problem'
import { verbMask } from '@millwright/contract/verbs'
import type { Caller } from '../request/caller.ts'
import type { CompiledRole } from '../request/compiled-role.ts'

type ByAppPassword = Pick<Caller, 'byAppPassword'>

/**
 * Throws 403 if the caller signed in with an app password, which may be stored in a file (docs/wire/two-step.md). For changes of
 * credentials.
 */
export function rejectAppPassword({ byAppPassword }: ByAppPassword): void {
  if (byAppPassword) throw new Problem(403, 'An app password cannot change accounts or sign-in settings.')
}

/**
 * Throws 403 for app passwords. For code that runs later with its author's rights, when nothing shows any more that a program
 * wrote it.
 */
export function rejectScriptChangeByAppPassword({ byAppPassword }: ByAppPassword): void {
  if (byAppPassword) throw new Problem(403, 'An app password cannot change scripts, scheduled tasks or webhooks.')
}

/**
 * Why an app password cannot assign the role, or see the key of an app that has it; `null` for other callers and roles. The key of an
 * app whose role can write to `system` would allow account changes without a password.
 */
export function appPasswordProblem({ byAppPassword }: ByAppPassword, { name, rules }: CompiledRole): Problem | null {
  const writes = ({ service, verbMask: mask }: CompiledRole['rules'][number]) =>
    (service === null || service === 'system') && (mask & ~verbMask.GET) !== 0
  if (!byAppPassword || !rules.some(writes)) return null
  return new Problem(403, `An app password cannot assign the role '${name}': it allows writes to 'system'.`)
}
