import { Problem } from '@millwright/contract/problem'
import type { Caller } from '../request/caller.ts'
import { rejectProgram } from './programs.ts'

type Rank = Pick<Caller, 'sysadmin' | 'program'>

/** Whether the caller is an unrestricted administrator who signed in themselves, not a program with a credential for it. */
export function isFullAdmin({ sysadmin, program }: Rank): boolean {
  return sysadmin && program === undefined
}

/** Throws 403, with `what` as the reason, unless the caller is an unrestricted administrator. Throws 403 for programs, too. */
export function requireFullAdmin(caller: Rank, what: string): void {
  rejectProgram(caller)
  if (!caller.sysadmin) throw new Problem(403, `Access Forbidden. ${what}`)
}
