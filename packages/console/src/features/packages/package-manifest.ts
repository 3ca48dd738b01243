import { queryOptions } from '@tanstack/react-query'
import { send } from '../../instance/send.ts'

/** The server's manifest of what can be exported; loaded on every visit. */
export const manifestQuery = queryOptions({
  queryKey: ['collection', 'system/package'],
  queryFn: async ({ signal }) => {
    const { data } = await send({ verb: 'GET', path: 'system/package', signal })
    return data
  },
  staleTime: 0,
})
