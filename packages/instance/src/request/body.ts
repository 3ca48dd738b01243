import { Problem } from '@millwright/contract/problem'
import { ExactNumber } from '@millwright/contract/wire/exact-json'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { ApiRequest } from './api-request.ts'
import { list } from './params.ts'

/** What the body of a request names: records, and identifiers besides. */
export interface Body {
  /** As they came: a row that is not an object is refused when its turn comes. */
  readonly records: readonly unknown[]
  readonly ids: readonly unknown[] | null
}

/**
 * Finds the records in `{"resource":[…]}`, in a bare list or in a bare record, and the identifiers in `{"ids":[…]}`
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

/** The identifiers that `?ids=` or the body names; null when neither does. Refuses with 400 what is none. */
export function idsOf(request: ApiRequest, body: Body): readonly unknown[] | null {
  if (body.ids?.every(isIdentifier) === false) throw noIdentifier('ids')
  return list(request.params, 'ids') ?? body.ids
}

/** Whether a value can be an identifier of a row: a text or a number. */
export function isIdentifier(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || value instanceof ExactNumber
}

/** The refusal of an identifier that is an object or a list; `name`: the parameter or field that it came in. */
export function noIdentifier(name: string): Problem {
  return new Problem(400, `Each identifier in '${name}' must be a text or a number.`)
}

/** The one record of a body on `/{id}`; a list of one will do. */
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

/** A key as the column has it; null for what no row can have. */
export function readKey(given: unknown, type: 'number' | 'text'): number | string | null {
  if (type === 'text') return typeof given === 'string' || typeof given === 'number' ? String(given) : null
  const text = typeof given === 'number' ? String(given) : typeof given === 'string' ? given.trim() : ''
  const key = /^\d{1,10}$/.test(text) ? Number(text) : 0
  return key > 0 && key <= 0x7fffffff ? key : null
}

function idList(ids: unknown): readonly unknown[] {
  if (Array.isArray(ids)) return ids
  if (typeof ids === 'string') return ids.split(',').map((id) => id.trim())
  return typeof ids === 'number' || isRecord(ids) ? [ids] : []
}
