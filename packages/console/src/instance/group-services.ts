import { queryOptions } from '@tanstack/react-query'
import { send } from './send.ts'
import type { ListedService } from './service-list.ts'

/** The services of a group, or of several, as the caller may use them. The server knows its groups better than a list of types here. */
export function groupServicesQuery(group: 'file' | 'database' | 'source control,file') {
  return queryOptions({
    queryKey: ['collection', 'system/service', 'group', group],
    queryFn: async ({ signal }): Promise<readonly ListedService[]> => {
      const { data } = await send<{ services?: readonly ListedService[]; resource?: readonly ListedService[] }>({
        verb: 'GET',
        path: '',
        params: { group },
        signal,
      })
      return data.services ?? data.resource ?? []
    },
    staleTime: 60_000,
  })
}
