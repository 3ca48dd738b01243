import type { Environment } from '@millwright/contract/wire/environment'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { instanceUrl, send } from './send.ts'
import { webAddress } from './web-address.ts'

/** Information about the instance for the current caller; removed whenever the caller changes. */
export const environmentQuery = queryOptions({
  queryKey: ['environment'],
  queryFn: async ({ signal }) => {
    const { data } = await send({ verb: 'GET', path: 'system/environment', signal })
    return data
  },
  staleTime: 5 * 60_000,
})

/** The environment as far as it is known; empty until it is loaded. */
export function useEnvironment(): Environment {
  return useQuery(environmentQuery).data ?? {}
}

export function knownEnvironment(queryClient: QueryClient): Environment {
  return queryClient.getQueryData(environmentQuery.queryKey) ?? {}
}

/** Whether the caller may enter the admin area: one of their apps is named `admin`. */
export function hasAdminApp(environment: Environment): boolean {
  return environment.apps?.some((app) => app.name === 'admin') ?? false
}

/** The API key for a tab that is an app of its own. `null` if the caller has no such app, or is in the admin area anyway. */
export function keyOfTabApp(environment: Environment, app: string | undefined): string | null {
  if (app === undefined || hasAdminApp(environment)) return null
  return environment.apps?.find(({ name }) => name === app)?.api_key ?? null
}

/** Whether this server has a feature beyond the common API. */
export function hasFeature(environment: Environment, name: string): boolean {
  return environment.platform?.features?.includes(name) ?? false
}

/** The instance's origin according to its app for the console; a console served from elsewhere has another origin. */
export function instanceOrigin({ apps = [] }: Environment): string {
  const said = webAddress(apps.find(({ name }) => name === 'admin')?.url)
  return URL.parse(said ?? '')?.origin ?? new URL(instanceUrl(''), window.location.href).origin
}
