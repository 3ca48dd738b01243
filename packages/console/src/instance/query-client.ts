import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import { InstanceError } from './instance-error.ts'

/** The cache of the instance's responses. Error responses are not retried; a request without a response is retried once. */
export function createQueryClient(): QueryClient {
  const client = new InstanceQueryClient({
    defaultOptions: {
      queries: {
        // Long enough that a screen does not refetch what its route has just loaded.
        staleTime: 2000,
        networkMode: 'always',
        retry: (failures, error) => failures < 1 && error instanceof InstanceError && error.kind === 'unreachable',
        retryDelay: 400,
      },
      mutations: { networkMode: 'always' },
    },
  })
  client.getQueryCache().subscribe((event) => {
    const wasSet = event.type === 'updated' && event.action.type === 'success' && event.action.manual
    if (wasSet) repeatRequest(event.query)
  })
  return client
}

/** TanStack Query itself repeats requests on invalidation only if the query has data and is shown. */
class InstanceQueryClient extends QueryClient {
  override invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    for (const query of this.getQueryCache().findAll(filters))
      if (query.state.data === undefined || !query.isActive()) repeatRequest(query)
    return super.invalidateQueries(filters, options)
  }
}

/** Repeats a request that was sent before a change, as its response may not include the change. */
function repeatRequest(query: Query): void {
  if (query.state.fetchStatus === 'idle') return
  void query.cancel({ silent: true })
  query.fetch().catch(() => undefined)
}
