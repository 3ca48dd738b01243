import type { ApiRequest } from '../../request/api-request.ts'
import { joinParams } from '../../request/query-params.ts'

/** What lets a caller in here is nobody else's business. */
const credentials = new Set(['api_key', 'session_token', 'script_token'])

/**
 * The parameters of a call as a caller means them for the other side: in their order, repeated ones too, without credentials and
 * without what named the verb.
 */
export function queryPairs({
  verb,
  params,
  query,
}: Pick<ApiRequest, 'verb' | 'params' | 'query'>): readonly [string, string][] {
  const pairs = (query === undefined ? null : asSent(query, params)) ?? Object.entries(params)
  return pairs.filter(([name, value]) => !credentials.has(name) && !namesVerb(name, value, verb))
}

/** Null when it is no longer what the parameters are. */
function asSent(query: string, params: ApiRequest['params']): readonly [string, string][] | null {
  const pairs = [...new URLSearchParams(query)]
  const read = Object.entries(joinParams(pairs))
  const same = read.length === Object.keys(params).length && read.every(([name, value]) => params[name] === value)
  return same ? pairs : null
}

function namesVerb(name: string, value: string, verb: string): boolean {
  if (name !== '_method' && name !== 'method') return false
  const named = value.trim().toUpperCase()
  return named === verb || (named === 'MERGE' && verb === 'PATCH')
}
