import { apiPrefix } from '@millwright/contract/headers'
import { Problem } from '@millwright/contract/problem'
import type { Params } from '../gateway/api-request.ts'

/** What the address of a call names. */
export interface Target {
  /** Lower case; empty for the list of services. */
  readonly service: string
  readonly resource: string
  readonly params: Params
}

const nothing: Params = Object.freeze(Object.create(null))

/**
 * Reads the path and query of a request line below `/api/v2`. Empty, `.` and `..` segments are dropped, so that a slash at
 * the end does not matter and no path leads upwards (docs/wire/requests.md). Refuses what cannot be decoded with 400.
 */
export function readTarget(url: string): Target {
  const mark = url.indexOf('?')
  const path = url.slice(apiPrefix.length, mark < 0 ? undefined : mark)
  const segments = decoded(path).split('/').filter(isName)
  const [service = '', ...rest] = segments
  return {
    service: service.toLowerCase(),
    resource: rest.join('/'),
    params: mark < 0 || mark === url.length - 1 ? nothing : readQuery(url.slice(mark + 1)),
  }
}

const isName = (segment: string) => segment !== '' && segment !== '.' && segment !== '..'

/** Parameters by name; of a repeated one the last. `+` and `%20` are blanks. */
export function readQuery(query: string): Params {
  const params: Record<string, string> = Object.create(null)
  for (const pair of query.split('&')) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const name = equals < 0 ? pair : pair.slice(0, equals)
    const value = equals < 0 ? '' : pair.slice(equals + 1)
    params[decoded(name.replaceAll('+', ' '))] = decoded(value.replaceAll('+', ' '))
  }
  return params
}

function decoded(text: string): string {
  if (!text.includes('%')) return text
  let plain: string
  try {
    plain = decodeURIComponent(text)
  } catch {
    throw new Problem(400, 'The address has a percent sign that does not begin an encoded UTF-8 character.')
  }
  if (plain.includes('\0')) throw new Problem(400, 'The address must not contain null characters.')
  return plain
}
