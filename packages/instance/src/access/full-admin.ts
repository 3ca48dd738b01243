import { Problem } from '@millwright/contract/problem'
import type { Caller } from '../request/caller.ts'
import { rejectAppPassword } from './app-passwords.ts'

/** Throws 403, with `what` as the reason, unless the caller is an unrestricted administrator. Throws 403 for app passwords, too. */
export function requireFullAdmin(caller: Pick<Caller, 'sysadmin' | 'byAppPassword'>, what: string): void {
  rejectAppPassword(caller)
  if (!caller.sysadmin) throw new Problem(403, `Access Forbidden. ${what}`)
}
