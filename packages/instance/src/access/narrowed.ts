import type { Authority, Caller } from '../request/caller.ts'
import { fullAccess } from '../request/compiled-role.ts'
import { componentOf } from './tiers.ts'

/**
 * The caller for running code that someone else wrote: they have the rights that both have, and none that depend on who they are
 * (docs/wire/access.md). `by` is `null` if a full administrator wrote the code, which leaves the caller unchanged.
 */
export function narrowedCaller(caller: Caller, by: Authority | null): Caller {
  if (by === null || isSame(caller, by)) return caller
  const { user } = caller
  return {
    ...caller,
    user: user === null ? null : { ...user, is_sys_admin: false, is_root_admin: false },
    role: caller.sysadmin ? fullAccess : caller.role,
    sysadmin: false,
    token: null,
    narrowedBy: [...(caller.narrowedBy ?? []), by],
  }
}

/** Whether the authors themselves are the caller. */
function isSame(caller: Caller, { author, caller: own }: Authority): boolean {
  if (caller.sysadmin || caller.user?.id !== own.user?.id || author.userId === 0) return false
  return caller.role === own.role && caller.app?.id === own.app?.id
}

/** Whether a request concerns the caller's own session, password or profile, which scripts of other authors must not access. */
export function concernsOwnAccount({
  service,
  resource,
}: {
  readonly service: string
  readonly resource: string
}): boolean {
  if (service === 'user') return true
  return service === 'system' && /^admin\/(?!\d+(?:\/|$))/.test(componentOf(resource))
}
