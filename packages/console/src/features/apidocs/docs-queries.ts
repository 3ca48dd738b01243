import { secretMask } from '@millwright/contract/records/lookup'
import { queryOptions } from '@tanstack/react-query'
import { hasFeature, knownEnvironment } from '../../instance/environment.ts'
import { InstanceError } from '../../instance/instance-error.ts'
import { send } from '../../instance/send.ts'
import { readDocument } from './api-document.ts'

/** Addresses of the tab: a service, and one of its operations. */
export const docsAddress = {
  service: (service: string) => `/apidocs/${encodeURIComponent(service)}`,
  operation: (service: string, id: string) => `/apidocs/${encodeURIComponent(service)}/${encodeURIComponent(id)}`,
} as const

/** The query that narrows the docs to a component, as named in access rules; empty for the whole service. */
export function componentSearch(component: string): { readonly component?: string } {
  return component === '' ? {} : { component }
}

/** The document of a service, as OpenAPI 3.1 if the server supports it; `null` if the response is not a document. */
export function documentQuery(service: string) {
  return queryOptions({
    queryKey: ['collection', 'system/service', 'document', service],
    queryFn: async ({ signal, client }) => {
      const path = `api_docs/${encodeURIComponent(service)}`
      const params = hasFeature(knownEnvironment(client), 'api-docs-3.1') ? { openapi: '3.1' } : {}
      const { data } = await send<unknown>({ verb: 'GET', path, params, signal })
      return readDocument(data)
    },
    staleTime: 60_000,
    // No render depends on comparing documents, which may have ten thousand operations.
    structuralSharing: false,
  })
}

/** Downloads the document of a service, or of all services. */
export async function downloadDocument(service: string | null, format: 'json' | 'yaml'): Promise<Blob> {
  const params = { file: `${service ?? 'api'}.${format}`, ...(format === 'yaml' && { format }) }
  const path = service === null ? 'api_docs' : `api_docs/${encodeURIComponent(service)}`
  return (await send<Blob>({ verb: 'GET', path, params, as: 'blob' })).data
}

export interface CallingApp {
  readonly id: number
  readonly name: string
  readonly key: string
}

/** The apps whose keys this person may read, to make calls with; empty if they may not. */
export const callingAppsQuery = queryOptions({
  queryKey: ['collection', 'system/app', 'calling'],
  queryFn: async ({ signal }): Promise<readonly CallingApp[]> => {
    const params = { fields: 'id,name,api_key,is_active', order: 'name', limit: 1000 }
    try {
      const { data } = await send({ verb: 'GET', path: 'system/app', params, signal })
      return (data.resource ?? []).flatMap(({ id, name, api_key, is_active }) =>
        id !== undefined && name && api_key && api_key !== secretMask && is_active !== false
          ? [{ id, name, key: api_key }]
          : [],
      )
    } catch (error) {
      if (error instanceof InstanceError && error.kind === 'refused' && error.status !== 401) return []
      throw error
    }
  },
  staleTime: 60_000,
})
