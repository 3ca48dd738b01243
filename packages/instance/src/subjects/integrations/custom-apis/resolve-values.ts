import { onlyPlaceholder, type Placeholder, partsOf } from '@millwright/contract/custom-apis/placeholders'
import { Problem } from '@millwright/contract/problem'
import { planBounds } from '@millwright/contract/records/execution-plan'
import { isRecord } from '@millwright/contract/wire/is-record'
import { type Lookups, substituteLookups } from '../../../platform/lookup-substitution.ts'

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
export function placeholderValue({ source, path, text }: Placeholder, values: PlanValues): unknown {
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
