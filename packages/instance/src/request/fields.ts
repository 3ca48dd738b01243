import { isYes } from '@millwright/connector/yes-and-no'
import { Problem } from '@millwright/contract/problem'
import type { ApiRequest } from './api-request.ts'

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
