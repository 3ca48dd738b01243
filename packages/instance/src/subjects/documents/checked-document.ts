import { Problem } from '@millwright/contract/problem'
import { ExactNumber } from '@millwright/contract/wire/exact-json'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Document } from '../../gateway/ports/document-database.ts'

/** Extended JSON keys for values that plain JSON cannot represent. Each must be the only key of its object. */
const extended = new Set(['$oid', '$date', '$numberDecimal', '$numberLong', '$binary'])
const deepest = 90

/**
 * Validates a document from a request. Throws a 400 for names that a database could read as operators or paths, and for nesting
 * that is too deep.
 */
export function checkedDocument(given: unknown): Document {
  if (!isRecord(given)) throw new Problem(400, 'A record must be an object.')
  check(given, 0)
  return given
}

function check(value: unknown, depth: number): void {
  if (depth > deepest) throw new Problem(400, `A document is nested at most ${deepest} deep.`)
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return
  if (Array.isArray(value)) {
    for (const each of value) check(each, depth + 1)
    return
  }
  const names = Object.keys(value)
  if (names.length === 1 && extended.has(names[0] ?? '') && depth > 0) return
  for (const [name, each] of Object.entries(value)) {
    if (name === '' || name.startsWith('$') || name.includes('.') || name.includes('\0')) {
      throw new Problem(
        400,
        `A field cannot have the name '${name.slice(0, 100)}': it must not begin with $ or contain dots.`,
      )
    }
    check(each, depth + 1)
  }
}
