import { apiPrefix } from '@millwright/contract/headers'
import type { Params } from '../request/api-request.ts'
import { type CallPath, decoded, readPath } from '../request/call-path.ts'
import { joinParams } from '../request/query-params.ts'

/** What the address of a call names. */
export interface Target extends CallPath {
  readonly params: Params
  /** Without the question mark. */
  readonly query: string
}

const nothing: Params = Object.freeze(Object.create(null))

/** Reads the path and query of a request line below `/api/v2`. Refuses what cannot be decoded with 400. */
export function readTarget(url: string): Target {
  const mark = url.indexOf('?')
  const { service, resource, endsInSlash } = readPath(url.slice(apiPrefix.length, mark < 0 ? undefined : mark))
  const query = mark < 0 ? '' : url.slice(mark + 1)
  return { service, resource, endsInSlash, params: query === '' ? nothing : readQuery(query), query }
}

/** The service alone; empty where the path cannot be read. */
export function serviceOf(url: string): string {
  const mark = url.indexOf('?')
  try {
    return readPath(url.slice(apiPrefix.length, mark < 0 ? undefined : mark)).service
  } catch {
    return ''
  }
}

/** `+` and `%20` are blanks. */
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
