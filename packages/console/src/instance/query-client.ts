import { QueryClient } from '@tanstack/react-query'
import { InstanceError } from './instance-error.ts'

/** The cache of the instance's responses. Error responses are not retried; a request without a response is retried once. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
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
}
