import { bindFilter } from '@millwright/contract/custom-apis/bound-filter'
import { onlyPlaceholder, placeholdersIn } from '@millwright/contract/custom-apis/placeholders'
import { Problem } from '@millwright/contract/problem'
import type { RequestStep } from '@millwright/contract/records/execution-plan'
import { isVerb, type Verb } from '@millwright/contract/verbs'
import { isRecord } from '@millwright/contract/wire/is-record'
import { asText, type PlanValues, resolveValue } from './resolve-values.ts'

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
    params: paramsOf(step.params ?? {}, values),
    payload: sendsBody ? payloadOf(step.body, resource, values) : undefined,
  }
}

/** A value is one segment, whatever it contains. */
function resourceOf(template: string, values: PlanValues): string {
  return template
    .replace(/^\/+|\/+$/g, '')
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

function paramsOf(templates: Readonly<Record<string, unknown>>, values: PlanValues): Record<string, string> {
  const params: Record<string, string> = {}
  for (const [name, template] of Object.entries(templates)) {
    if (name === 'filter' && typeof template === 'string') Object.assign(params, boundFilter(template, values))
    else {
      const value = resolveValue(template, values)
      if (value !== null) params[name] = paramText(name, template, value)
    }
  }
  return params
}

/** Names of rows are separated by commas, so a single name must not have one. */
function paramText(name: string, template: unknown, value: unknown): string {
  if (Array.isArray(value)) return value.map(asText).join(',')
  const text = asText(value)
  const isSent = typeof template === 'string' && placeholdersIn(template).length > 0
  if (name === 'ids' && isSent && typeof value === 'string' && text.includes(','))
    throw new Problem(400, `${template} must be one identifier.`)
  return text
}

/** The filter with its values beside it, as parameters of the request. */
function boundFilter(template: string, values: PlanValues): Record<string, string> {
  const bound = bindFilter(template)
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
  if (typeof template !== 'string' || !/^_table\/[^/]+$/.test(resource)) return payload
  if (Array.isArray(payload)) return { resource: payload }
  return { resource: isRecord(payload) && Array.isArray(payload.resource) ? payload.resource : [payload] }
}
