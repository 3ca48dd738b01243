import { queryOptions } from '@tanstack/react-query'
import { send } from '../../instance/send.ts'
import { readManifest } from './package-selection.ts'

/** What can be exported; asked for at every visit. */
export const manifestQuery = queryOptions({
  queryKey: ['collection', 'system/package'],
  queryFn: async ({ signal }) => {
    const { data } = await send<unknown>({ verb: 'GET', path: 'system/package', signal })
    return readManifest(data)
  },
  staleTime: 0,
  retry: false,
})
