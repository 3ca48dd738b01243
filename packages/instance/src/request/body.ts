import { Problem } from '@millwright/contract/problem'
import { ExactNumber } from '@millwright/contract/wire/exact-json'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { ApiRequest } from './api-request.ts'
import { itemsIn, list } from './params.ts'

/** The records and ids in the body of a request. */
export interface Body {
  /** Unvalidated: a row that is not an object is rejected when it is processed. */
  readonly records: readonly unknown[]
  readonly ids: readonly unknown[] | null
}

/**
 * Finds the records in `{"resource":[…]}`, in a bare list or in a bare record, and the ids in `{"ids":[…]}`
 * (docs/wire/requests.md).
 */
export function readBody(payload: unknown): Body {
  if (Array.isArray(payload)) return { records: payload, ids: null }
  if (!isRecord(payload)) return { records: [], ids: null }
  const ids = 'ids' in payload ? idList(payload.ids) : null
  if ('resource' in payload) {
    const { resource } = payload
    if (Array.isArray(resource)) return { records: resource, ids }
    return { records: isRecord(resource) ? [resource] : [], ids }
  }
  const { ids: _, ...record } = payload
  return { records: Object.keys(record).length > 0 ? [record] : [], ids }
}

/** Returns the ids from `?ids=` or the body, or `null` if there are none. Throws 400 for invalid ones. */
export function idsOf(request: ApiRequest, body: Body): readonly unknown[] | null {
  if (body.ids?.every(isIdentifier) === false) throw noIdentifier('ids')
  return list(request.params, 'ids') ?? body.ids
}

/** Returns whether a value can be the id of a row: a text or a number. */
export function isIdentifier(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || value instanceof ExactNumber
}

/** Returns the error for an id that is an object or a list; `name`: the parameter or field that contained it. */
export function noIdentifier(name: string): Problem {
  return new Problem(400, `Each identifier in '${name}' must be a text or a number.`)
}

/** Returns the single record in the body of a request for `/{id}`; a list of one is accepted. */
export function oneRecord(body: Body): Record<string, unknown> {
  if (body.records.length > 1) throw new Problem(400, 'Only one record can be written to one identifier.')
  const [record] = body.records
  if (record === undefined) return {}
  if (!isRecord(record)) throw new Problem(400, 'The record must be an object.')
  return record
}

export function noRecords(): Problem {
  return new Problem(
    400,
    'No record(s) detected in request. Please make sure record(s) are wrapped in a \'resource\' tag. Example: {"resource":[{"record":1},{"record":2}]}',
  )
}

/** Parses a key to the type of its column; returns `null` if no row can have it. */
export function readKey(given: unknown, type: 'number' | 'text'): number | string | null {
  if (type === 'text') return typeof given === 'string' || typeof given === 'number' ? String(given) : null
  const text = typeof given === 'number' ? String(given) : typeof given === 'string' ? given.trim() : ''
  const key = /^\d{1,10}$/.test(text) ? Number(text) : 0
  return key > 0 && key <= 0x7fffffff ? key : null
}

function idList(ids: unknown): readonly unknown[] {
  if (Array.isArray(ids)) return ids
  if (typeof ids === 'string') return itemsIn(ids)
  return typeof ids === 'number' || isRecord(ids) ? [ids] : []
}
