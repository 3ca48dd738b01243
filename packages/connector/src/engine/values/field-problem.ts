import { Problem } from '@millwright/contract/problem'
import { ExactNumber, stringifyExact } from '@millwright/contract/wire/exact-json'

interface Named {
  readonly apiName: string
}

/** A 400 with the field in its message and its context (docs/wire/errors.md). `says` follows the field's name. */
export function fieldProblem({ apiName }: Named, says: string): Problem {
  const sentence = `Field '${apiName}' ${says}`
  return new Problem(400, sentence, { context: { [apiName]: [sentence] } })
}

/** A 400 for a value that does not fit, with the value. `says`: what would fit, such as `must be a date`. */
export function misfit(field: Named, says: string, value: unknown): Problem {
  return fieldProblem(field, `${says}; it is '${shownValue(value)}'.`)
}

const longestShown = 100

/** A value in a sentence, cut if it is long. */
export function shownValue(value: unknown): string {
  const text = textOf(value)
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (value instanceof ExactNumber) return value.digits
  if (value instanceof Uint8Array) return `${value.length} bytes`
  return typeof value === 'object' ? stringifyExact(value) : String(value)
}
