import { Problem } from '@millwright/contract/problem'
import type { Caller } from '../../../request/caller.ts'

/** Refuses with 403 to change credentials on the word of a program: its password may lie in a file. */
export function refuseAppPasswords({ byAppPassword }: Caller): void {
  if (byAppPassword) throw new Problem(403, 'An app password cannot change accounts and how people sign in.')
}
