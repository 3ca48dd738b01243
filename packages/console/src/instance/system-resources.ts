import { queryOptions } from '@tanstack/react-query'
import { send } from './send.ts'

/** Names of what the instance has under `system`, which says what its licence includes. */
export const systemResourcesQuery = queryOptions({
  queryKey: ['system-resources'],
  queryFn: ({ signal }) => readSystemResources(signal),
  staleTime: 5 * 60_000,
})

async function readSystemResources(signal: AbortSignal): Promise<readonly string[]> {
  const { data } = await send({ verb: 'GET', path: 'system', signal })
  return (data.resource ?? []).map(({ name }) => name)
}

/** Whether limits and reports are included. */
export function isGold(systemResources: readonly string[]): boolean {
  return systemResources.includes('limit') && systemResources.includes('service_report')
}
