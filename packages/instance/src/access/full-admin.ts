import { Problem } from '@millwright/contract/problem'
import type { Caller } from '../request/caller.ts'

/** Refuses with 403, in the words of `what`, everybody but administrators whom no role restricts. */
export function refuseRestricted({ sysadmin }: Pick<Caller, 'sysadmin'>, what: string): void {
  if (!sysadmin) throw new Problem(403, `Access Forbidden. ${what}`)
}
