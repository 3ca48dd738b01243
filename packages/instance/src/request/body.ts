import { isYes } from '@millwright/connector/request'
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
export function readKey(rawKey: unknown, type: 'number' | 'text'): number | string | null {
  if (type === 'text') return typeof rawKey === 'string' || typeof rawKey === 'number' ? String(rawKey) : null
  const text = typeof rawKey === 'number' ? String(rawKey) : typeof rawKey === 'string' ? rawKey.trim() : ''
  const key = /^\d{1,10}$/.test(text) ? Number(text) : 0
  return key > 0 && key <= 0x7fffffff ? key : null
}

function idList(ids: unknown): readonly unknown[] {
  if (Array.isArray(ids)) return ids
  if (typeof ids === 'string') return itemsIn(ids)
  return typeof ids === 'number' || isRecord(ids) ? [ids] : []
}

/** The members of a request's single record. */
export type Fields = Readonly<Record<string, unknown>>

/** Finds the record in a bare body or in a list of one, wrapped or not; empty if there is none. */
export function fieldsOf(request: ApiRequest): Fields {
  const { payload } = request
  const wrapped = isFields(payload) && 'resource' in payload ? payload.resource : payload
  const record: unknown = Array.isArray(wrapped) && wrapped.length === 1 ? wrapped[0] : wrapped
  return isFields(record) ? record : {}
}

/** Returns a non-empty text; `undefined` for anything else. */
export function textIn(fields: Fields, name: string): string | undefined {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Returns a text that is required for login. */
export function loginField(fields: Fields, name: string): string {
  const value = textIn(fields, name)
  if (value === undefined) throw new Problem(400, `Login request is missing required ${name}.`)
  return value
}

/** Returns whether a member is `true`, 1 or a text that means true. */
export function flagIn(fields: Fields, name: string): boolean {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined
  return value === true || value === 1 || (typeof value === 'string' && isYes(value))
}

/** Throws if a path continues below a resource that has nothing below it. */
export function assertNoRest(rest: readonly string[]): void {
  if (rest.length > 0) throw new Problem(404, `Resource '${rest.join('/')}' not found.`)
}

export function unsupported({ verb, resource }: ApiRequest): Problem {
  return new Problem(400, `${verb} is not supported on '${resource}'.`)
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Maximum depth, the same as for bodies over HTTP (docs/wire/formats.md). */
const deepest = 100

/**
 * Returns a sentence on why a JSON value from a script cannot be processed like a request's body: nesting that is too deep, null
 * characters, unpaired surrogates. Returns `null` if it can.
 */
export function sentValueProblem(sent: unknown): string | null {
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value: sent, depth: 0 }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth } = next
    if (typeof value === 'string') {
      const problem = textProblem(value)
      if (problem !== null) return problem
    } else if (Array.isArray(value) || isRecord(value)) {
      if (depth >= deepest) return `Bodies must not be nested deeper than ${deepest} levels.`
      for (const [name, each] of Object.entries(value)) {
        const problem = textProblem(name)
        if (problem !== null) return problem
        open.push({ value: each, depth: depth + 1 })
      }
    }
  }
  return null
}

function textProblem(text: string): string | null {
  if (text.includes('\0')) return 'Texts must not contain null characters.'
  return text.isWellFormed() ? null : 'Texts must not contain unpaired surrogates.'
}
