import { queryOptions } from '@tanstack/react-query'
import { send } from '../../instance/send.ts'

/** What can be exported, as the server says it; asked for at every visit. */
export const manifestQuery = queryOptions({
  queryKey: ['collection', 'system/package'],
  queryFn: async ({ signal }) => {
    const { data } = await send<unknown>({ verb: 'GET', path: 'system/package', signal })
    return data
  },
  staleTime: 0,
  retry: false,
})
