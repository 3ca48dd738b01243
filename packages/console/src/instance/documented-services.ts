import { queryOptions } from '@tanstack/react-query'
import { InstanceError } from './instance-error.ts'
import { send } from './send.ts'
import { serviceListQuery } from './service-list.ts'

/** A service that may have an API document. */
export interface DocumentedService {
  readonly name: string
  readonly label: string
  readonly type: string
}

/** The services with API documents, from the server's list of documents, or else all services available to the user. */
export const documentedServicesQuery = queryOptions({
  queryKey: ['collection', 'system/service', 'documented'],
  queryFn: async ({ signal, client }): Promise<readonly DocumentedService[]> => {
    const [named, { services }] = await Promise.all([namesOf(signal), client.fetchQuery(serviceListQuery)])
    const known = new Map(services.map((service) => [service.name, service]))
    const names = named ?? [...known.keys()]
    return names.map((name) => ({ name, label: known.get(name)?.label || name, type: known.get(name)?.type ?? '' }))
  },
  staleTime: 60_000,
})

/** `null` if the server has no such list. */
async function namesOf(signal: AbortSignal): Promise<readonly string[] | null> {
  try {
    const params = { as_list: true }
    const { data } = await send({ verb: 'GET', path: 'api_docs', params, signal })
    return Array.isArray(data?.resource) ? data.resource.filter((name) => typeof name === 'string') : null
  } catch (error) {
    if (error instanceof InstanceError && error.kind === 'refused' && error.status !== 401) return null
    throw error
  }
}
