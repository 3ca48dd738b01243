import { partsOf } from '@millwright/contract/custom-apis/placeholders'
import type { PlanStep } from '@millwright/contract/records/execution-plan'
import { type Parameter, parameterPlaces } from './parameters.ts'
import { tableOf } from './table-step.ts'

/** What a placeholder in a step can refer to. */
export interface Placeholder {
  /** `{query.state}`. */
  readonly text: string
  readonly from: 'parameter' | 'step' | 'caller'
}

export interface KnownStep {
  readonly key: string
  readonly step: PlanStep
  /** Columns of the table that it reads; empty if they are unknown. */
  readonly fields: readonly string[]
}

/** Values that the instance provides for each call. */
const callerValues = ['user.id', 'user.email', 'role.id', 'role.name', 'app.id', 'app.name', 'now'] as const

/** The placeholders for a step, given the parameters of the endpoint and the steps before it. `isEach`: it is run for each of a list. */
export function placeholdersFor(
  parameters: readonly Parameter[],
  before: readonly KnownStep[],
  isEach: boolean,
): Placeholder[] {
  const ordered = parameterPlaces.flatMap((place) => parameters.filter((parameter) => parameter.place === place))
  return [
    ...ordered
      .filter(({ name }) => name !== '')
      .map(({ place, name }) => ({ text: `{${place}.${name}}`, from: 'parameter' as const })),
    ...(isEach ? [{ text: '{item}', from: 'step' as const }] : []),
    ...before.toReversed().flatMap((step) => ofStep(step).map((text) => ({ text, from: 'step' as const }))),
    ...callerValues.map((name) => ({ text: `{${name}}`, from: 'caller' as const })),
  ]
}

/** The result of a step as a whole, its rows, and the fields of its record or first row. */
function ofStep({ key, step, fields }: KnownStep): string[] {
  const whole = `{steps.${key}}`
  const table = step.type === 'transform' || step.each !== undefined ? null : tableOf(step)
  if (table === null) return [whole]
  if (table.id !== null) return [whole, ...fields.map((field) => `{steps.${key}.${field}}`)]
  return [`{steps.${key}.resource}`, ...fields.map((field) => `{steps.${key}.resource.0.${field}}`), whole]
}

/** The same value with the placeholders of a step's result under its new name. */
export function replaceStepName<T>(value: T, before: string, after: string): T {
  return mapTexts(value, (text) =>
    partsOf(text)
      .map((part) => {
        if (typeof part === 'string') return part
        const [key, ...rest] = part.path
        return part.source === 'steps' && key === before ? `{${['steps', after, ...rest].join('.')}}` : part.text
      })
      .join(''),
  ) as T
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, mapTexts(each, change)]))
}
