import type { Environment } from '@millwright/contract/wire/environment'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { instanceAddress, send } from './send.ts'
import { webAddress } from './web-address.ts'

/** What the instance says of itself to the present caller; dropped whenever the caller changes. */
export const environmentQuery = queryOptions({
  queryKey: ['environment'],
  queryFn: async ({ signal }) => {
    const { data } = await send({ verb: 'GET', path: 'system/environment', signal })
    return data
  },
  staleTime: 5 * 60_000,
})

/** The environment as it is known now; empty until it came. */
export function useEnvironment(): Environment {
  return useQuery(environmentQuery).data ?? {}
}

export function knownEnvironment(queryClient: QueryClient): Environment {
  return queryClient.getQueryData(environmentQuery.queryKey) ?? {}
}

/** Whether the caller may enter the admin area: the apps they may use contain the one named `admin`. */
export function hasAdminApp(environment: Environment): boolean {
  return environment.apps?.some((app) => app.name === 'admin') ?? false
}

/**
 * The key with which the caller uses a tab that is an app of its own; null where they have none of it, or are in the admin area
 * anyway.
 */
export function keyOfTabApp(environment: Environment, app: string | undefined): string | null {
  if (app === undefined || hasAdminApp(environment)) return null
  return environment.apps?.find(({ name }) => name === app)?.api_key ?? null
}

/** Whether this server offers something beyond the common wire. */
export function hasFeature(environment: Environment, name: string): boolean {
  return environment.platform?.features?.includes(name) ?? false
}

/** Scheme and host of the instance as it says them of the console's app; a console in front of it has others. */
export function instanceOrigin({ apps = [] }: Environment): string {
  const said = webAddress(apps.find(({ name }) => name === 'admin')?.url)
  return URL.parse(said ?? '')?.origin ?? new URL(instanceAddress(''), window.location.href).origin
}
