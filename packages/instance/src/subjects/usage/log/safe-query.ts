/** Parameters whose values contain no data. */
const telling = new Set([
  ...[
    'limit',
    'offset',
    'order',
    'fields',
    'related',
    'group',
    'include_count',
    'include_schema',
    'as_list',
    'count_only',
    'estimate',
  ],
  ...['rollback', 'continue', 'format', 'file'],
])

/** Credentials, which are masked regardless of settings. */
const secret = new Set(['api_key', 'session_token', 'script_token', 'password', 'code', 'token', 'access_token', 'jwt'])

const longestName = 60
const longestValue = 500
const longest = 2000

/**
 * A query string for the request log: the names of parameters, and the values of those that contain no data; `?` for others.
 * `keepsValues`: log all values but credentials.
 */
export function safeQuery(query: string | undefined, keepsValues: boolean): string | null {
  if (query === undefined || query === '') return null
  const parts: string[] = []
  let length = 0
  for (const pair of query.split('&', 50)) {
    if (pair === '') continue
    const part = safePair(pair, keepsValues)
    length += part.length + 1
    if (length > longest) break
    parts.push(part)
  }
  return parts.length === 0 ? null : parts.join('&')
}

function safePair(pair: string, keepsValues: boolean): string {
  const equals = pair.indexOf('=')
  const name = (equals < 0 ? pair : pair.slice(0, equals)).slice(0, longestName)
  if (!/^[a-z_.-]+$/i.test(name)) return '?=?'
  if (equals < 0) return name
  const isShown = telling.has(name) || (keepsValues && !secret.has(name.toLowerCase()))
  return `${name}=${isShown ? pair.slice(equals + 1, equals + 1 + longestValue) : '?'}`
}
