import { Problem } from '@millwright/contract/problem'
import { exactNumber } from '@millwright/contract/wire/exact-json'

/** The text or number that a marked value such as `{"$date":"…"}` stands for, in databases without such types. Throws a 400 for others. */
export function unmarked(name: string, value: unknown): unknown {
  const isNumber = name === '$numberDecimal' || name === '$numberLong'
  if (typeof value === 'string' && (!isNumber || /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(value))) {
    return isNumber ? exactNumber(value) : value
  }
  throw new Problem(400, `A value marked with ${name} must be a text that can be read as one.`)
}
