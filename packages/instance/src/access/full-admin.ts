import { Problem } from '@millwright/contract/problem'
import type { Caller } from '../request/caller.ts'
import { rejectAppPassword } from './app-passwords.ts'

type Rank = Pick<Caller, 'sysadmin' | 'byAppPassword'>

/** Whether the caller is an unrestricted administrator who signed in themselves, not a program with an app password. */
export function isFullAdmin({ sysadmin, byAppPassword }: Rank): boolean {
  return sysadmin && !byAppPassword
}

/** Throws 403, with `what` as the reason, unless the caller is an unrestricted administrator. Throws 403 for app passwords, too. */
export function requireFullAdmin(caller: Rank, what: string): void {
  rejectAppPassword(caller)
  if (!caller.sysadmin) throw new Problem(403, `Access Forbidden. ${what}`)
}
