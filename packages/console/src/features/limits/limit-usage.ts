import type { UsageSubject } from '../../widgets/usage/usage-section.tsx'
import type { LimitRecord } from './limit-draft.ts'
import { perPeriod, scopeOf } from './limit-words.ts'
import { t } from './opened/messages.ts'

/**
 * Returns the requests that a limit counts, as far as usage distinguishes them, and those that it rejected. `null` if usage cannot show
 * them.
 */
export function usageOfLimit(limit: LimitRecord & { readonly id: number }): UsageSubject | null {
  const scope = scopeOf(limit.type ?? '')
  if (scope === null) return null
  const { user_id: user, role_id: role, endpoint, verb, rate, period } = limit
  const service = limit.service_by_service_id?.name
  // Usage does not distinguish resources below a path from others of the service.
  const path = scope.endpoint && endpoint && !endpoint.endsWith('*') ? endpoint.replace(/^\/|\/$/g, '') : null
  return {
    of: {
      ...(scope.user === 'one' && user ? { user } : {}),
      ...(scope.role && role ? { role } : {}),
      ...(scope.service && service ? { service: service.toLowerCase() } : {}),
      ...(path === null ? {} : { resource: `${path},${path}/{id}` }),
      ...(verb ? { verb } : {}),
    },
    splits: ['app', 'user'],
    log: [`limit_id:is:${limit.id}`],
    note: t.limitedRequests({ rate: `${rate ?? '?'}`, per: perPeriod(period) }),
  }
}
