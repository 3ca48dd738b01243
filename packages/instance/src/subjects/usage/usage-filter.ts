import { Problem } from '@millwright/contract/problem'
import type { AccessSubject, AccessUsage } from '@millwright/contract/wire/usage'
import { refuseUsage } from '../../access/usage-rights.ts'
import type { ApiRequest, ApiResponse, Params } from '../../request/api-request.ts'
import type { SystemResource } from '../system/system-resource.ts'

/** The resources whose lists can be narrowed by `usage`, and what access usage calls their records. */
const subjects: ReadonlyMap<string, AccessSubject> = new Map([
  ['app', 'app'],
  ['role', 'role'],
  ['user', 'user'],
  ['admin', 'user'],
])

const states: ReadonlyMap<string, (row: AccessUsage) => boolean> = new Map([
  ['never', (row) => row.never_used],
  ['stale', (row) => row.stale],
  ['unused', (row) => row.never_used || row.stale],
  ['used', (row) => !row.never_used && !row.stale],
  ['attempted', (row) => row.disabled_but_attempted],
  ['unreferenced', (row) => row.role_unreferenced === true],
])

/** Reads what `system/access_usage` tells of all records of a subject. */
type ReadAccess = (params: Params) => Promise<readonly AccessUsage[]>

/** Lists of apps, roles and people that take `usage=unused` and so on, for those who may see usage (docs/wire/usage.md). */
export function withUsageFilter(resource: SystemResource, read: ReadAccess): SystemResource {
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
    const { stale_days } = request.params
    refuseUsage(request.caller)
    const isWanted = states.get(usage.trim().toLowerCase())
    if (isWanted === undefined) throw new Problem(400, `'usage' has to be one of ${[...states.keys()].join(', ')}.`)
    const rows = await read({ subject: of, ...(stale_days === undefined ? {} : { stale_days }) })
    const among = rows.filter(isWanted).map(({ subject_id }) => subject_id)
    return resource.handle({ ...request, among }, [])
  }
}
