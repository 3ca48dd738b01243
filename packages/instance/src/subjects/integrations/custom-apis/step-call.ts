import { bindFilter, isFilter, pathOf } from '@millwright/contract/custom-apis/check-request'
import {
  onlyPlaceholder,
  type Placeholder,
  partsOf,
  placeholdersIn,
  remembered,
} from '@millwright/contract/custom-apis/placeholders'
import { Problem } from '@millwright/contract/problem'
import { planBounds, type RequestStep } from '@millwright/contract/records/execution-plan'
import { isVerb, type Verb } from '@millwright/contract/verbs'
import { isRecord } from '@millwright/contract/wire/is-record'
import { type Lookups, substituteLookups } from '../../../platform/lookup-substitution.ts'
import { joinItems } from '../../../request/params.ts'

/** The values of placeholders, by source. */
export interface PlanValues {
  readonly path: unknown
  readonly query: unknown
  readonly header: unknown
  readonly body: unknown
  readonly user: unknown
  readonly role: unknown
  readonly app: unknown
  readonly now: string
  /** Results by key. */
  readonly steps: Readonly<Record<string, unknown>>
  readonly item: unknown
  /** The values of lookup keys in what the author wrote, and not in what others sent. */
  readonly lookups: Lookups
  /** The sources that a schema describes; values of others are bounded. */
  readonly described: ReadonlySet<string>
}

/** Replaces the placeholders in a JSON value: alone they are the value with its type, within a text its text. */
export function resolveValue(template: unknown, values: PlanValues): unknown {
  if (typeof template === 'string') return resolveText(template, values)
  if (Array.isArray(template)) return template.map((each) => resolveValue(each, values))
  if (!isRecord(template)) return template
  return Object.fromEntries(Object.entries(template).map(([name, each]) => [name, resolveValue(each, values)]))
}

function resolveText(text: string, values: PlanValues): unknown {
  const only = onlyPlaceholder(text)
  if (only !== null) return placeholderValue(only, values)
  return partsOf(text)
    .map((part) =>
      typeof part === 'string' ? substituteLookups(part, values.lookups) : asText(placeholderValue(part, values)),
    )
    .join('')
}

/** Absent values are null. Throws a 400 for what no schema describes and is more than a short value. */
function placeholderValue({ source, path, text }: Placeholder, values: PlanValues): unknown {
  let value: unknown = values[source]
  for (const name of path) value = memberOf(value, name)
  const isSent = source === 'path' || source === 'query' || source === 'header' || source === 'body'
  if (isSent && !values.described.has(source)) refuseUndescribed(value, text)
  return value ?? null
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null
  return (value as Readonly<Record<string, unknown>>)[name]
}

function refuseUndescribed(value: unknown, text: string): void {
  if (typeof value === 'object' && value !== null)
    throw new Problem(400, `${text} must be a single value, as no schema describes it.`)
  if (typeof value === 'string' && value.length > planBounds.text)
    throw new Problem(400, `${text} may have at most ${planBounds.text} characters.`)
}

export function asText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Whether the service of a step replaces lookup keys in what it is sent. */
export const isOfDatabase = ({ resource }: Pick<RequestStep, 'resource'>): boolean =>
  /^_(?:table|proc|func)(?:\/|$)/.test(pathOf(resource))

/** The request of a step, without who makes it. */
export interface StepCall {
  readonly service: string
  readonly resource: string
  readonly verb: Verb
  readonly params: Readonly<Record<string, string>>
  /** `undefined`: none. */
  readonly payload: unknown
}

/** Makes the request of a step from the values of its placeholders. Throws a 400 for values that do not fit their place. */
export function stepCall(step: RequestStep, values: PlanValues): StepCall {
  const verb = String(step.method ?? 'GET').toUpperCase()
  if (!isVerb(verb)) throw new Problem(400, `The verb '${verb}' is not supported.`)
  const resource = resourceOf(step.resource ?? '', values)
  const sendsBody = verb !== 'GET' && verb !== 'DELETE' && step.body !== undefined && step.body !== null
  return {
    service: step.service.toLowerCase(),
    resource,
    verb,
    params: paramsOf(step.params ?? {}, resource, values),
    payload: sendsBody ? payloadOf(step.body, resource, values) : undefined,
  }
}

/** A value is one segment, whatever it contains. */
function resourceOf(template: string, values: PlanValues): string {
  return pathOf(template)
    .split('/')
    .map((segment) => {
      if (onlyPlaceholder(segment) === null) return segment
      const value = asText(resolveValue(segment, values))
      if (value === '' || value === '.' || value === '..' || /[/\\\p{Cc}]/u.test(value))
        throw new Problem(400, `${segment} must be a text without slashes, and not empty.`)
      return value
    })
    .join('/')
}

function paramsOf(
  templates: Readonly<Record<string, unknown>>,
  resource: string,
  values: PlanValues,
): Record<string, string> {
  const params: Record<string, string> = {}
  for (const [name, template] of Object.entries(templates)) {
    if (isFilter(name, resource) && typeof template === 'string') Object.assign(params, boundFilter(template, values))
    else {
      if (name === 'ids') refuseLists(template, values)
      const value = resolveValue(template, values)
      if (value !== null) params[name] = paramText(name, value)
    }
  }
  return params
}

function paramText(name: string, value: unknown): string {
  if (!Array.isArray(value)) return asText(value)
  return name === 'ids' ? joinItems(value.map(asText)) : value.map(asText).join(',')
}

/** Identifiers are separated by commas, so a text must not become several. */
function refuseLists(template: unknown, values: PlanValues): void {
  if (typeof template !== 'string') return
  for (const placeholder of placeholdersIn(template)) {
    const value = placeholderValue(placeholder, values)
    if (isRecord(value) || (typeof value === 'string' && /[,"]/.test(value)))
      throw new Problem(400, `${placeholder.text} must be one identifier.`)
  }
}

const boundOf = remembered(bindFilter)

/** The filter with its values beside it, as parameters of the request. */
function boundFilter(template: string, values: PlanValues): Record<string, string> {
  const bound = boundOf(template)
  let { filter } = bound
  const params: Record<string, string> = {}
  for (const { name, template: own } of bound.values) {
    const value = resolveValue(own, values)
    if (value === null || (Array.isArray(value) && value.length === 0))
      throw new Problem(400, `${own} has no value, which the filter needs.`)
    if (!Array.isArray(value)) params[`params[${name}]`] = asText(value)
    else {
      const names = value.map((_, index) => `${name}_${index}`)
      filter = filter.replace(new RegExp(`:${name}(?!\\w)`), () => names.map((each) => `:${each}`).join(', '))
      for (const [index, each] of value.entries()) params[`params[${names[index]}]`] = asText(each)
    }
  }
  return { ...params, filter }
}

/** What callers send as a whole to a table is rows: no filter or identifiers beside them say which ones. */
function payloadOf(template: unknown, resource: string, values: PlanValues): unknown {
  const payload = resolveValue(template, values)
  if (isRecord(template)) refuseLists(template.ids, values)
  if (typeof template !== 'string' || !/^_table\/[^/]+$/.test(resource)) return payload
  if (Array.isArray(payload)) return { resource: payload }
  return { resource: isRecord(payload) && Array.isArray(payload.resource) ? payload.resource : [payload] }
}
