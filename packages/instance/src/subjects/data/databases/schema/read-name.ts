import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'

/** Reads a name from the body or the URL. Throws 400 if it is invalid. */
export function readName(value: unknown, kind: 'table' | 'field', named?: string): string {
  if (!isRecord(value)) throw new Problem(400, `A ${kind} must be an object.`)
  const key = Object.keys(value).find((each) => each.toLowerCase() === 'name')
  const name = named ?? (key === undefined ? undefined : value[key])
  if (typeof name === 'number') return String(name)
  if (typeof name !== 'string' || name.trim() === '') throw new Problem(400, `Every ${kind} needs a name.`)
  // Outer blanks and control characters could not be typed again; a slash could not be used in a URL.
  if (name !== name.trim() || /[\p{Cc}/]/u.test(name) || !name.isWellFormed() || name.length > 255) {
    throw new Problem(400, `${JSON.stringify(name.slice(0, 300))} cannot be the name of a ${kind}.`)
  }
  return name
}
