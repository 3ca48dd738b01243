import { Problem } from '@millwright/contract/problem'
import { ExactNumber, exactNumber } from '@millwright/contract/wire/exact-json'
import { isRecord } from '@millwright/contract/wire/is-record'

/** The text or number that a marked value such as `{"$date":"…"}` stands for, in databases without such types. Throws a 400 for others. */
export function unmarked(name: string, value: unknown): unknown {
  const isNumber = name === '$numberDecimal' || name === '$numberLong'
  if (typeof value === 'string' && (!isNumber || /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(value))) {
    return isNumber ? exactNumber(value) : value
  }
  if (name === '$binary' && isRecord(value) && typeof value.base64 === 'string') return value.base64
  throw new Problem(400, `A value marked with ${name} must be a text that can be read as one.`)
}

/** A value with the texts and numbers that marked ones in it stand for. */
export function withoutMarks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutMarks)
  if (!isRecord(value) || value instanceof ExactNumber) return value
  const [name = '', ...more] = Object.keys(value)
  if (more.length === 0 && name.startsWith('$')) return unmarked(name, value[name])
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withoutMarks(each)]))
}
