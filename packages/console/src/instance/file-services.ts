import { queryOptions } from '@tanstack/react-query'
import { send } from './send.ts'
import type { ListedService } from './service-list.ts'

/** The services that keep files, as the caller may use them. The server knows its groups better than a list of types here. */
export const fileServicesQuery = queryOptions({
  queryKey: ['collection', 'system/service', 'group', 'file'],
  queryFn: async ({ signal }): Promise<readonly ListedService[]> => {
    const { data } = await send<{ services?: readonly ListedService[]; resource?: readonly ListedService[] }>({
      verb: 'GET',
      path: '',
      params: { group: 'file' },
      signal,
    })
    return data.services ?? data.resource ?? []
  },
  staleTime: 60_000,
})

/** The file service that is offered at first: the instance's own, when there is one. */
export function localFileService(services: readonly ListedService[]): number | null {
  return services.find(({ type }) => type === 'local_file')?.id ?? null
}
