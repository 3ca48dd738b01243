import type { CustomApi, CustomApiSource } from '@millwright/contract/records/custom-api'
import type { Environment } from '@millwright/contract/wire/environment'
import type { UsageAnswer } from '@millwright/contract/wire/usage'
import { queryOptions } from '@tanstack/react-query'
import { collectionQuery } from '../../instance/collections.ts'
import { hasFeature } from '../../instance/environment.ts'
import { send } from '../../instance/send.ts'
import type { EndpointRecord } from './plan/endpoint-draft.ts'

export const apiCollection = 'system/custom_api'
export const endpointCollection = 'system/custom_api_endpoint'
export const sourceCollection = 'system/custom_api_source'

/** A custom API as any server may return it. */
export type ApiRecord = Partial<CustomApi>
export type SourceRecord = Partial<CustomApiSource>

/** All custom APIs, by name. */
export const apisQuery = collectionQuery<ApiRecord>(apiCollection, { order: 'name' })

const endpointFields = 'id,api_id,method,path,label,is_active'

/** All endpoints, without their plans; with what has to be mended and since when, if the server knows. */
export function endpointsQuery(environment: Environment) {
  return collectionQuery<EndpointRecord>(endpointCollection, {
    order: 'path,id',
    ...(hasFeature(environment, 'api-builder')
      ? { fields: `${endpointFields},broken_since`, related: 'problems' }
      : { fields: endpointFields }),
  })
}

export const sourcesQuery = collectionQuery<SourceRecord>(sourceCollection)

/** The URL below the instance that runs an endpoint: `shop-api/orders`. */
export function endpointPath(basePath: string, path: string): string {
  return `${basePath}/${path.replace(/^\/+/, '')}`
}

export function apiName({ name, label, id }: ApiRecord): string {
  return label || name || `#${id}`
}

/** The path at which the service of an API answers; servers without a name of its own use the API's. */
export function basePathOf({ base_path, name }: ApiRecord): string {
  return base_path ?? name ?? ''
}

const days = 30

/** What callers of an API got in the last 30 days. */
export interface ApiCalls {
  readonly requests: number
  /** Failures that are not of the callers. */
  readonly errors: number
}

/** Requests of the last 30 days by service name. */
export function callsQuery(services: readonly string[], isCounted: boolean) {
  return queryOptions({
    queryKey: ['usage', 'custom-apis', services.join()],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, ApiCalls>> => {
      const from = new Date(Date.now() - days * 86_400_000).toISOString()
      const params = { from, step: 'none', by: 'service', top: services.length, service: services.join(',') }
      const { data } = await send({ verb: 'GET', path: 'system/usage', params, signal })
      return callsOf(data)
    },
    enabled: isCounted && services.length > 0,
    staleTime: 30_000,
  })
}

function callsOf({ meta }: UsageAnswer): ReadonlyMap<string, ApiCalls> {
  return new Map(
    (meta.groups ?? []).flatMap(({ group, requests, errors }) =>
      group === null ? [] : [[group, { requests, errors }]],
    ),
  )
}
