import { Problem } from '@millwright/contract/problem'
import type { AccessSubject } from '@millwright/contract/wire/usage'
import { requireUsageAccess } from '../../access/usage-rights.ts'
import type { ApiRequest, ApiResponse, Params } from '../../request/api-request.ts'
import type { SystemResource } from '../system/system-resource.ts'
import type { UseState } from './access-usage.ts'

/** The resources whose lists can be filtered by `usage`, with the name of their records in access usage. */
const subjects: ReadonlyMap<string, AccessSubject> = new Map([
  ['app', 'app'],
  ['role', 'role'],
  ['user', 'user'],
  ['admin', 'user'],
])

const states: ReadonlyMap<string, (state: UseState) => boolean> = new Map([
  ['never', (state) => state.never_used],
  ['stale', (state) => state.stale],
  ['unused', (state) => state.never_used || state.stale],
  ['used', (state) => !state.never_used && !state.stale],
  ['attempted', (state) => state.disabled_but_attempted],
  ['unreferenced', (state) => state.role_unreferenced === true],
])

/** Reads the use states of all records of a subject. */
type ReadStates = (subject: AccessSubject, params: Params) => Promise<readonly (UseState & { readonly id: number })[]>

/**
 * Adds the parameter `usage=unused` and similar to lists of apps, roles and people, for callers with access to usage
 * (docs/wire/usage.md).
 */
export function withUsageFilter(resource: SystemResource, read: ReadStates): SystemResource {
  const subject = subjects.get(resource.name)
  if (subject === undefined) return resource
  return {
    ...resource,
    handle(request, rest) {
      const { usage } = request.params
      if (usage === undefined || request.verb !== 'GET' || rest.length > 0) return resource.handle(request, rest)
      return narrowed(request, usage, subject)
    },
  }

  async function narrowed(request: ApiRequest, usage: string, of: AccessSubject): Promise<ApiResponse> {
    requireUsageAccess(request.caller)
    const isWanted = states.get(usage.trim().toLowerCase())
    if (isWanted === undefined) throw new Problem(400, `'usage' must be one of ${[...states.keys()].join(', ')}.`)
    const among = (await read(of, request.params)).filter(isWanted).map(({ id }) => id)
    return resource.handle({ ...request, among }, [])
  }
}
