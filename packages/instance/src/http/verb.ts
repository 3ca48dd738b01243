import { methodOverrideHeaders } from '@millwright/contract/headers'
import { Problem } from '@millwright/contract/problem'
import { isVerb, type Verb } from '@millwright/contract/verbs'
import type { Params } from '../request/api-request.ts'

type Headers = Readonly<Record<string, string | undefined>>

const overrides = methodOverrideHeaders.map((name) => name.toLowerCase())

/** The effective verb: a POST may be overridden by a header or parameter. Throws 405 for unknown verbs. */
export function verbOf(method: string, headers: Headers, params: Params): Verb {
  if (method === 'GET' || method === 'HEAD') return 'GET'
  return asVerb(method === 'POST' ? (overriding(headers, params) ?? method) : method)
}

function overriding(headers: Headers, params: Params): string | undefined {
  for (const name of overrides) {
    const value = headers[name]
    if (value) return value
  }
  return params._method || params.method || undefined
}

function asVerb(name: string): Verb {
  const verb = name.trim().toUpperCase()
  if (verb === 'MERGE') return 'PATCH'
  if (isVerb(verb)) return verb
  throw new Problem(405, `The method '${name}' is not supported.`, {
    headers: { allow: 'GET, POST, PUT, PATCH, DELETE' },
  })
}
