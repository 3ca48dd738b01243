import type { Authority, Caller } from '../request/caller.ts'
import { everything } from '../request/compiled-role.ts'
import { componentOf } from './tiers.ts'

/**
 * The caller for whom something runs that somebody else wrote: they may do what both may, and nothing on account of who they
 * are (docs/wire/access.md). `by`: null for what a full administrator wrote, which leaves the caller as they are.
 */
export function narrowed(caller: Caller, by: Authority | null): Caller {
  if (by === null || isSame(caller, by)) return caller
  const { user } = caller
  return {
    ...caller,
    user: user === null ? null : { ...user, is_sys_admin: false, is_root_admin: false },
    role: caller.sysadmin ? everything : caller.role,
    sysadmin: false,
    token: null,
    narrowedBy: [...(caller.narrowedBy ?? []), by],
  }
}

/** Whether an author's own call meets what the author wrote. */
function isSame(caller: Caller, { author, caller: own }: Authority): boolean {
  if (caller.sysadmin || caller.user?.id !== own.user?.id || author.userId === 0) return false
  return caller.role === own.role && caller.app?.id === own.app?.id
}

/** Whether a call is about the caller's own session, password or profile: nobody else's script has any business there. */
export function isOwnAffair({ service, resource }: { readonly service: string; readonly resource: string }): boolean {
  if (service === 'user') return true
  return service === 'system' && /^admin\/(?!\d+(?:\/|$))/.test(componentOf(resource))
}
