import { Problem } from '@millwright/contract/problem'
import { verbMask } from '@millwright/contract/verbs'
import type { Caller } from '../request/caller.ts'
import type { CompiledRole } from '../request/compiled-role.ts'

type ByAppPassword = Pick<Caller, 'byAppPassword'>

/** Refuses with 403 to change credentials on the word of a program: its password may lie in a file (docs/wire/two-step.md). */
export function refuseAppPasswords({ byAppPassword }: ByAppPassword): void {
  if (byAppPassword) throw new Problem(403, 'An app password cannot change accounts or sign-in settings.')
}

/** The same for what runs later with its author's rights, of which nobody would know any more that a program wrote it. */
export function refuseWorkOfAppPasswords({ byAppPassword }: ByAppPassword): void {
  if (byAppPassword) throw new Problem(403, 'An app password cannot change scripts, scheduled tasks or webhooks.')
}

/** The same for roles by which accounts could be changed: with the key of an app that has one, nobody would be asked for a password. */
export function refuseRoleOfAppPasswords({ byAppPassword }: ByAppPassword, { name, rules }: CompiledRole): void {
  const writes = ({ service, verbMask: mask }: CompiledRole['rules'][number]) =>
    (service === null || service === 'system') && (mask & ~verbMask.GET) !== 0
  if (!byAppPassword || !rules.some(writes)) return
  throw new Problem(403, `An app password cannot assign the role '${name}': it allows writes to 'system'.`)
}
