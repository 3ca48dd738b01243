import { Problem } from '@millwright/contract/problem'
import type { Params } from './api-request.ts'

/**
 * Returns the values for the `:name`s of a filter (docs/wire/filters.md): from `params` in the body, and from query parameters such as
 * `params[name]` or `params[:name]`, which take precedence. Throws 400 for lists and objects.
 */
export function filterParams(params: Params, payload: unknown): Readonly<Record<string, string>> {
  const given: Record<string, string> = {}
  const body = typeof payload === 'object' && payload !== null && 'params' in payload ? payload.params : undefined
  if (typeof body === 'object' && body !== null) {
    for (const [name, value] of Object.entries(body)) {
      if (typeof value === 'object' && value !== null) {
        throw new Problem(400, `The filter's parameter '${name}' must be a text, a number, true or false.`)
      }
      given[name.replace(/^:/, '')] = String(value)
    }
  }
  for (const [name, value] of Object.entries(params)) {
    const [, inner] = /^params\[:?(\w+)\]$/.exec(name) ?? []
    if (inner !== undefined) given[inner] = value
  }
  return given
}
