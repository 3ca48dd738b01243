import type { LimitDraft, LimitRecord } from './limit-draft.ts'
import { scopeOf } from './limit-words.ts'
import { limitMessages } from './messages.ts'

const unreachable = {
  service: limitMessages.serviceInactive,
  user: limitMessages.userInactive,
  role: limitMessages.roleInactive,
  endpoint: limitMessages.endpointWithQuery,
} as const

type Named = 'service_id' | 'user_id' | 'role_id' | 'endpoint'

/** Returns why no request matches a limit as typed, by field; only the fields of its type are considered. */
export function unmatchedReason(draft: Pick<LimitDraft, 'type' | Named>): { readonly [K in Named]?: string } {
  const scope = scopeOf(draft.type)
  return {
    ...(scope?.service && draft.service_id?.inactive && { service_id: unreachable.service }),
    ...(scope?.user === 'one' && draft.user_id?.inactive && { user_id: unreachable.user }),
    ...(scope?.role && draft.role_id?.inactive && { role_id: unreachable.role }),
    ...(scope?.endpoint && /[?#]/.test(draft.endpoint) && { endpoint: unreachable.endpoint }),
  }
}

/** Returns why no request matches a stored limit; `null` if requests may match it, or if this is unknown. */
export function unmatchedRecordReason(limit: LimitRecord): string | null {
  const scope = scopeOf(limit.type ?? '')
  if (scope?.service && limit.service_by_service_id?.is_active === false) return unreachable.service
  if (scope?.user === 'one' && limit.user_by_user_id?.is_active === false) return unreachable.user
  if (scope?.role && limit.role_by_role_id?.is_active === false) return unreachable.role
  return scope?.endpoint && /[?#]/.test(limit.endpoint ?? '') ? unreachable.endpoint : null
}
