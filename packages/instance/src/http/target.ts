import { apiPrefix } from '@millwright/contract/headers'
import type { Params } from '../request/api-request.ts'
import { type CallPath, decoded, readCallPath } from '../request/call.ts'
import { joinParams } from '../request/params.ts'

/** The parts of a request's URL. */
export interface CallTarget extends CallPath {
  readonly params: Params
  /** Without the question mark. */
  readonly query: string
}

const nothing: Params = Object.freeze(Object.create(null))

/** Parses the path and query of a request line below `/api/v2`. Throws 400 if they cannot be decoded. */
export function readTarget(url: string): CallTarget {
  const mark = url.indexOf('?')
  const { service, resource, endsInSlash } = readCallPath(url.slice(apiPrefix.length, mark < 0 ? undefined : mark))
  const query = mark < 0 ? '' : url.slice(mark + 1)
  return { service, resource, endsInSlash, params: query === '' ? nothing : readQuery(query), query }
}

/** The service's name; empty if the path is invalid. */
export function serviceOf(url: string): string {
  const mark = url.indexOf('?')
  try {
    return readCallPath(url.slice(apiPrefix.length, mark < 0 ? undefined : mark)).service
  } catch {
    return ''
  }
}

/** Decodes `+` and `%20` as spaces. */
function readQuery(query: string): Params {
  return joinParams(pairsOf(query))
}

function* pairsOf(query: string): Iterable<readonly [string, string]> {
  for (const pair of query.split('&')) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const name = equals < 0 ? pair : pair.slice(0, equals)
    const value = equals < 0 ? '' : pair.slice(equals + 1)
    yield [decoded(name.replaceAll('+', ' ')), decoded(value.replaceAll('+', ' '))]
  }
}
