import type { ListedService, ListedType } from '@millwright/contract/wire/services'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { namedServices, namedTypes } from './named-services.ts'
import { send } from './send.ts'

export interface KnownServices {
  readonly services: readonly ListedService[]
  readonly types: readonly ListedType[]
}

/** The services that the caller may use, and the available service types, in one request. */
export const serviceListQuery = queryOptions({
  queryKey: ['collection', 'system/service', 'root'],
  queryFn: async ({ signal }): Promise<KnownServices> => {
    const { data } = await send({ verb: 'GET', path: '', signal })
    return {
      services: await namedServices(data.services ?? data.resource ?? []),
      types: await namedTypes(data.service_types ?? []),
    }
  },
  staleTime: 60_000,
})

/** Possible components of an access row of a service. */
export function accessListQuery(service: string) {
  return queryOptions({
    queryKey: ['collection', 'system/service', 'access-list', service],
    queryFn: async ({ signal }): Promise<readonly string[]> => {
      const path = `${encodeURIComponent(service)}/`
      const params = { as_access_list: true }
      const { data } = await send<{ resource?: readonly unknown[] }>({ verb: 'GET', path, params, signal })
      return (data.resource ?? []).filter((component) => typeof component === 'string')
    },
    staleTime: 5 * 60_000,
  })
}

/** `null` until loaded. */
export function useServiceList(): KnownServices | null {
  return useQuery(serviceListQuery).data ?? null
}
