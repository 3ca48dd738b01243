import { Problem } from '@millwright/contract/problem'
import { verbMask } from '@millwright/contract/verbs'
import type { Caller } from '../request/caller.ts'

/**
 * Throws 403 unless the caller is an unrestricted administrator, or a restricted one with an access row for `usage/*` itself: a
 * row for all of `system`, which other tabs have, is not enough to see what people do (docs/wire/usage.md).
 */
export function requireUsageAccess({ user, role, sysadmin }: Pick<Caller, 'user' | 'role' | 'sysadmin'>): void {
  if (sysadmin) return
  const isNamed =
    user?.is_sys_admin === true &&
    role?.isActive === true &&
    role.rules.some(
      ({ service, component, verbMask: mask }) =>
        service === 'system' && component === 'usage/*' && (mask & verbMask.GET) !== 0,
    )
  if (!isNamed)
    throw new Problem(403, 'Access Forbidden. Usage is for administrators with the right to it.', { reason: 'rule' })
}
