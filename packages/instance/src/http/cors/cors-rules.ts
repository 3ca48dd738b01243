import { isVerb, verbMask, verbsOf } from '@millwright/contract/verbs'
import { linearExpression } from '../../platform/linear-expression.ts'
import { fitsHeader } from '../../platform/plain-text.ts'
import type { Store } from '../../store/store.ts'

/** A compiled row of `cors` (docs/wire/cors.md). */
export interface CorsRule {
  /** Text of the pattern; the longest matching one applies. */
  readonly path: string
  matches(path: string): boolean
  /** Empty if no origin is allowed. */
  readonly origins: readonly string[]
  readonly headers: readonly string[]
  readonly exposed: string
  readonly maxAge: number
  readonly methods: number
  readonly credentials: boolean
}

export interface CorsRow {
  readonly path: string
  readonly origin: string | null
  readonly header: string | null
  readonly exposed_header: string | null
  readonly max_age: number
  readonly method: number
  readonly supports_credentials: number
}

/**
 * Compiles the rows, longest path first. An invalid regular expression matches nothing; values that a header cannot contain are
 * omitted.
 */
export function compileRules(rows: readonly CorsRow[]): CorsRule[] {
  return rows.map(compileRule).sort((a, b) => b.path.length - a.path.length)
}

function compileRule(row: CorsRow): CorsRule {
  return {
    path: row.path,
    matches: matcher(row.path),
    origins: items(row.origin),
    headers: items(row.header),
    exposed: items(row.exposed_header).join(', '),
    maxAge: row.max_age,
    methods: row.method,
    credentials: row.supports_credentials !== 0,
  }
}

const items = (list: string | null) =>
  (list ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '' && fitsHeader(item))

/**
 * `^…` is a case-insensitive regular expression for the whole path; anything else is a wildcard pattern for the path without its
 * first slash.
 */
function matcher(pattern: string): (path: string) => boolean {
  if (pattern.startsWith('^')) {
    return linearExpression(pattern, 'i') ?? (() => false)
  }
  const trimmed = pattern.replace(/^\/+/, '')
  const parts = trimmed.split('*')
  return (path) => matchesWildcard(parts, path.slice(1))
}

/** Whether a text consists of the parts of a pattern split at `*`, in order and with anything between them. */
function matchesWildcard(parts: readonly string[], text: string): boolean {
  const [first = '', ...rest] = parts
  const last = rest.pop()
  if (last === undefined) return text === first
  if (!text.startsWith(first)) return false
  let position = first.length
  for (const part of rest) {
    const found = text.indexOf(part, position)
    if (found < 0) return false
    position = found + part.length
  }
  return text.length - last.length >= position && text.endsWith(last)
}

export type Headers = Record<string, string>

const nothingAllowed: Readonly<Headers> = { vary: 'Origin' }

/** The headers of the response to a request other than a preflight. */
export function corsHeaders(rule: CorsRule | undefined, origin: string | undefined): Readonly<Headers> {
  const allowed = rule === undefined ? null : allowedOrigin(rule, origin)
  if (rule === undefined || allowed === null) return nothingAllowed
  const headers: Headers = { vary: 'Origin', 'access-control-allow-origin': allowed }
  if (rule.credentials) headers['access-control-allow-credentials'] = 'true'
  if (rule.exposed !== '') headers['access-control-expose-headers'] = rule.exposed
  return headers
}

/** The response to a preflight: 204 if the entry allows the method, otherwise 405. */
export function preflight(
  rule: CorsRule | undefined,
  preflightRequest: { origin: string | undefined; method: string; headers: string | undefined },
): { status: 204 | 405; headers: Headers } {
  const headers: Headers = { vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers' }
  const method = preflightRequest.method.toUpperCase()
  if (rule === undefined || !isVerb(method) || (rule.methods & verbMask[method]) === 0) return { status: 405, headers }
  const origin = allowedOrigin(rule, preflightRequest.origin)
  if (origin === null) return { status: 204, headers }
  headers['access-control-allow-origin'] = origin
  if (rule.credentials) headers['access-control-allow-credentials'] = 'true'
  headers['access-control-allow-methods'] = verbsOf(rule.methods).join(', ')
  const allowHeaders = rule.headers.includes('*') ? preflightRequest.headers : rule.headers.join(', ')
  if (allowHeaders) headers['access-control-allow-headers'] = allowHeaders
  headers['access-control-max-age'] = String(rule.maxAge)
  return { status: 204, headers }
}

/** A single configured origin is sent regardless of the request's; with credentials, `*` is replaced by the request's origin. */
function allowedOrigin({ origins, credentials }: CorsRule, origin: string | undefined): string | null {
  if (origins.includes('*')) return credentials ? (origin ?? null) : '*'
  if (origins.length === 1) return origins[0] ?? null
  return origin !== undefined && origins.includes(origin) ? origin : null
}

/** Returns the enabled entries, synchronously if they are loaded. */
export type CorsRules = () => readonly CorsRule[] | Promise<readonly CorsRule[]>

/** Loads the entries once, and again after each change. */
export function corsRules({ db, changes }: Pick<Store, 'db' | 'changes'>): CorsRules {
  let known: readonly CorsRule[] | null = null
  let generation = 0
  changes.subscribe(({ table }) => {
    if (table !== 'cors') return
    known = null
    generation += 1
  })
  async function load(): Promise<readonly CorsRule[]> {
    const loading = generation
    const rows = await db
      .selectFrom('cors')
      .select(['path', 'origin', 'header', 'exposed_header', 'max_age', 'method', 'supports_credentials'])
      .where('enabled', '=', 1)
      .orderBy('id')
      .execute()
    const rules = compileRules(rows)
    if (loading === generation) known = rules
    return rules
  }
  return () => known ?? load()
}
