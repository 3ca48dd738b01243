import { endpointPath } from '../api-queries.ts'
import type { EndpointDraft } from './endpoint-draft.ts'
import { type Parameter, typeOf } from './parameters.ts'

interface ExampleCall {
  /** Below the instance's prefix, with its query. */
  readonly path: string
  /** JSON; `null` without a body. */
  readonly body: string | null
}

/** A request to an endpoint: with its required parameters, and a body with every declared member. */
export function exampleCall(
  basePath: string,
  draft: Pick<EndpointDraft, 'method' | 'path' | 'request_schema'>,
): ExampleCall {
  const { method, path, request_schema: parameters } = draft
  const filled = path.trim().replace(/\{(\w+)\}/g, (_, name: string) => sampleOf(parameters, name))
  const query = new URLSearchParams(
    parameters
      .filter(({ place, required, name }) => place === 'query' && required && name !== '')
      .map(({ name, schema }) => [name, String(schema.default ?? (schema.type === 'string' ? 'x' : 1))]),
  )
  const takesBody = method !== 'GET' && method !== 'DELETE'
  return {
    path: endpointPath(basePath, filled) + (query.size === 0 ? '' : `?${query}`),
    body: takesBody ? bodySample(parameters) : null,
  }
}

function sampleOf(parameters: EndpointDraft['request_schema'], name: string): string {
  const found = parameters.find((parameter) => parameter.place === 'path' && parameter.name === name)
  return found?.schema.type === 'string' ? 'x' : '1'
}

const samples = { string: '', integer: 1, number: 1, boolean: true, array: [], object: {} } as const

/** A body with every declared member, as JSON text. */
export function bodySample(parameters: readonly Parameter[]): string {
  const members = parameters
    .filter(({ place, name }) => place === 'body' && name !== '')
    .map((parameter) => [parameter.name, parameter.schema.default ?? samples[typeOf(parameter)]] as const)
  return JSON.stringify(Object.fromEntries(members), null, 2)
}
