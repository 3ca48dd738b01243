import { QueryClient } from '@tanstack/react-query'
import { InstanceError } from './instance-error.ts'

/** The cache of what the instance answered. Refusals are final; an instance that does not answer is asked once more. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Long enough that a screen does not fetch again what its route has just loaded.
        staleTime: 2000,
        networkMode: 'always',
        retry: (failures, error) => failures < 1 && error instanceof InstanceError && error.kind === 'unreachable',
        retryDelay: 400,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}
