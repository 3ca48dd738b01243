import { queryOptions } from '@tanstack/react-query'
import { send } from './send.ts'

/** Names of the resources under `system`, which show what the instance's licence includes. */
export const systemResourcesQuery = queryOptions({
  queryKey: ['system-resources'],
  queryFn: ({ signal }) => readSystemResources(signal),
  staleTime: 5 * 60_000,
})

async function readSystemResources(signal: AbortSignal): Promise<readonly string[]> {
  const { data } = await send({ verb: 'GET', path: 'system', signal })
  return (data.resource ?? []).map(({ name }) => name)
}

/** Whether the licence includes limits and reports. */
export function isGold(systemResources: readonly string[]): boolean {
  return systemResources.includes('limit') && systemResources.includes('service_report')
}
