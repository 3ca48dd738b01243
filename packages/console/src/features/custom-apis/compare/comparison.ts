import type { ApiComparison, ApiState } from '@millwright/contract/records/custom-api'
import { queryOptions } from '@tanstack/react-query'
import { collectionKey } from '../../../instance/collections.ts'
import { send } from '../../../instance/send.ts'
import { apiCollection } from '../api-queries.ts'

/** How two states of an API differ for its callers; by default, what is saved from what is published. Throws `InstanceError`. */
export async function readComparison(
  api: number,
  states: { readonly from?: ApiState; readonly to?: ApiState } = {},
  signal?: AbortSignal,
): Promise<ApiComparison> {
  const params = { api_id: api, ...states }
  const { data } = await send({ verb: 'GET', path: 'system/custom_api_comparison', params, ...(signal && { signal }) })
  return data
}

export function comparisonQuery(api: number, from: ApiState, to: ApiState) {
  return queryOptions({
    queryKey: [...collectionKey(apiCollection), 'comparison', api, from, to],
    queryFn: ({ signal }) => readComparison(api, { from, to }, signal),
  })
}
