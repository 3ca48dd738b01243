import { Problem } from '@millwright/contract/problem'
import type { Caller } from '../request/caller.ts'
import { refuseAppPasswords } from './app-passwords.ts'

/** Refuses with 403, in the words of `what`, everybody but administrators whom no role restricts, and app passwords of theirs. */
export function refuseRestricted(caller: Pick<Caller, 'sysadmin' | 'byAppPassword'>, what: string): void {
  refuseAppPasswords(caller)
  if (!caller.sysadmin) throw new Problem(403, `Access Forbidden. ${what}`)
}
