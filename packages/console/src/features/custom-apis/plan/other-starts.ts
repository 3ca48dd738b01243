import type { DataViewRecord } from '@millwright/contract/records/data-view'
import type { RequestLogEntry } from '@millwright/contract/records/request-log'
import { filterOperators } from '@millwright/contract/records/role'
import { isVerb, type Verb } from '@millwright/contract/verbs'
import { namesInFilters } from '../../../widgets/access/condition/view-operators.ts'
import { printFilterLines } from './filter-lines.ts'
import { type MadeStep, type NeededParameter, pathForTable, stepName, tableStep } from './table-step.ts'

/** What an endpoint is made from: its first step, and how it is called. */
export interface MadeEndpoint extends MadeStep {
  readonly method: Verb
  readonly path: string
}

/** A stored procedure or function, as far as its call needs it. */
export interface Routine {
  /** Within the service: `_proc/close_month`. */
  readonly resource: string
  readonly params: readonly { readonly name: string; readonly type: string; readonly isIn: boolean }[]
}

/** Calls a routine with parameters of its own names. */
export function endpointOfRoutine(service: string, { resource, params }: Routine): MadeEndpoint {
  const name = resource.replace(/^_(?:proc|func)\//, '')
  const inputs = params.filter(({ isIn }) => isIn)
  const own = Object.fromEntries(inputs.map((each) => [each.name, `{query.${stepName(each.name)}}`]))
  const step = { id: stepName(name), type: 'service_request', service, method: 'GET', resource } as const
  return {
    method: 'GET',
    path: pathForTable('list', name),
    step: inputs.length === 0 ? step : { ...step, params: own },
    parameters: inputs.map(({ name: named, type }) => ofQuery(stepName(named), typeOf(type))),
  }
}

function typeOf(type: string): string {
  if (/^(?:big|small|tiny|medium)?int(?:eger)?$/i.test(type)) return 'integer'
  if (/^(?:decimal|numeric|number|float|double|real|money)$/i.test(type)) return 'number'
  return /^bool/i.test(type) ? 'boolean' : 'string'
}

const ofQuery = (name: string, type: string): NeededParameter => ({
  place: 'query',
  name,
  required: true,
  schema: { type },
})

/** The rows, columns and order of a data view. Conditions with operators that filters lack are left out. */
export function endpointOfView({ service, table, name, filter, fields, order }: DataViewRecord): MadeEndpoint {
  const base = tableStep({ action: 'list', service, table, columns: [] })
  const lines = (Array.isArray(filter) ? filter : []).flatMap(({ field, operator, value }) => {
    const name = Object.entries(namesInFilters).find(([own]) => own === operator)?.[1] ?? operator
    return filterOperators.some((one) => one === name) ? [{ field, operator: name, value }] : []
  })
  const where = printFilterLines({ join: 'and', lines })
  const params = {
    ...base.step.params,
    ...(where === '' ? {} : { filter: where }),
    ...(Array.isArray(fields) && fields.length > 0 ? { fields: fields.join(',') } : {}),
    ...(order ? { order } : {}),
  }
  return { ...base, step: { ...base.step, params }, method: 'GET', path: pathForTable('list', name) }
}

export type LoggedRequest = Pick<RequestLogEntry, 'id' | 'verb' | 'service' | 'resource' | 'query'>

/** Parameters that are for one request only, or say who made it. */
const ofOneRequest = new Set(['api_key', 'session_token', 'script_token', 'method', 'callback', 'file', 'refresh'])

/** The same request as a step: what the log leaves out is a parameter, or is to be filled in. */
export function endpointOfRequest({ verb, service, resource, query }: LoggedRequest): MadeEndpoint {
  const method = isVerb(verb) ? verb : 'GET'
  const names = [...resource.matchAll(/\{(\w+)\}/g)].map((_, at) => (at === 0 ? 'id' : `id${at + 1}`))
  let at = 0
  const own = resource.replace(/\{\w+\}/g, () => `{path.${names[at++]}}`)
  const [, last = resource] = /([^/{}]+)(?:\/\{\w+\})*\/?$/.exec(resource) ?? []
  const sent = [...new URLSearchParams(query ?? '')].filter(
    // A filter is of a table, and the log does not have its values.
    ([name, value]) => !ofOneRequest.has(name) && !(value === '' && /^(?:filter|where|params)/.test(name)),
  )
  const unknown = sent.filter(([, value]) => value === '').map(([name]) => name)
  const params = Object.fromEntries(
    sent.map(([name, value]) => [name, value === '' ? `{query.${stepName(name)}}` : value]),
  )
  const writes = method === 'POST' || method === 'PUT' || method === 'PATCH'
  return {
    method,
    path: `${pathForTable('list', last)}${names.map((name) => `/{${name}}`).join('')}`,
    step: {
      id: stepName(last),
      type: 'service_request',
      service,
      method,
      resource: own,
      ...(sent.length === 0 ? {} : { params }),
      ...(writes ? { body: '{body}' } : {}),
    },
    parameters: [
      ...names.map((name): NeededParameter => ({ place: 'path', name, required: true, schema: { type: 'string' } })),
      ...unknown.map((name) => ({ ...ofQuery(stepName(name), 'string'), required: false })),
    ],
  }
}
