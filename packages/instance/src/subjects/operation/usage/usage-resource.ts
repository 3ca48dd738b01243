import { Problem } from '@millwright/contract/problem'
import type { UsageAnswer, UsageForgotten } from '@millwright/contract/wire/usage'
import { requireFullAdmin, requireUsageAccess } from '../../../access/required-rights.ts'
import type { Parts } from '../../../gateway/parts.ts'
import type { ApiRequest, ApiResponse, Params } from '../../../request/api-request.ts'
import { number } from '../../../request/params.ts'
import type { UsageStore } from '../../../store/usage/usage-store.ts'
import type { SystemResource } from '../../ground/system/resource.ts'
import type { Forgotten } from './forget.ts'

export interface UsageParts extends Pick<Parts, 'store' | 'clock' | 'kinds'> {
  /** Resolves once this node's counts so far are written. */
  readonly upToDate: () => Promise<UsageStore>
}

/** `system/usage`: counts of calls by target, caller and outcome (docs/wire/usage.md). */
export function createUsageResource(
  figures: (params: Params) => Promise<UsageAnswer>,
  forget: (what: Forgotten) => Promise<UsageForgotten>,
): SystemResource {
  async function remove({ params, caller }: ApiRequest): Promise<ApiResponse> {
    requireFullAdmin(caller, 'Only full administrators can delete what was counted.')
    const user = number(params, 'user_id')
    const app = number(params, 'app_id')
    if ((user === undefined) === (app === undefined)) {
      throw new Problem(400, "Name the 'user_id' or 'app_id' whose usage to delete.")
    }
    return { status: 200, body: await forget(user === undefined ? { app: app ?? 0 } : { user }) }
  }

  return {
    name: 'usage',
    label: 'Usage',
    description: 'Requests by service, caller and outcome.',
    singleton: true,
    keeps: 'history',
    readOnly: false,
    guard: ({ caller }) => requireUsageAccess(caller),
    async handle(request, rest) {
      if (rest.length > 0) throw new Problem(404, "'usage' has no subresources.")
      if (request.verb === 'GET') return { status: 200, body: await figures(request.params) }
      if (request.verb === 'DELETE') return remove(request)
      throw new Problem(400, `${request.verb} is not supported on 'usage'.`)
    },
  }
}
