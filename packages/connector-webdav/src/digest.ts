import { createHash, randomBytes } from 'node:crypto'

/** The server's challenge in Digest authentication (RFC 7616). */
export interface Challenge {
  readonly realm: string
  readonly nonce: string
  readonly opaque: string | null
  readonly algorithm: 'MD5' | 'SHA-256'
  readonly isSession: boolean
  /** `null` for the older scheme without `qop`. */
  readonly qop: 'auth' | null
}

/** Returns the strongest supported challenge in a `WWW-Authenticate` header, or `null` if none is supported. */
export function readChallenge(header: string): Challenge | null {
  const found = header
    .split(/(?=\bDigest\s)/i)
    .flatMap((text) => (/^Digest\s/i.test(text) ? (challengeIn(text) ?? []) : []))
  return found.find(({ algorithm }) => algorithm === 'SHA-256') ?? found[0] ?? null
}

function challengeIn(text: string): Challenge | null {
  const members = new Map<string, string>()
  for (const [, name = '', quoted, plain] of text.matchAll(/([a-z]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,]+))/gi)) {
    members.set(name.toLowerCase(), quoted === undefined ? (plain ?? '') : quoted.replace(/\\(.)/g, '$1'))
  }
  const [, algorithm, session] = /^(MD5|SHA-256)(-sess)?$/i.exec(members.get('algorithm') ?? 'MD5') ?? []
  const nonce = members.get('nonce')
  const ways = members
    .get('qop')
    ?.split(',')
    .map((way) => way.trim().toLowerCase())
  if (algorithm === undefined || nonce === undefined || ways?.includes('auth') === false) return null
  return {
    realm: members.get('realm') ?? '',
    nonce,
    opaque: members.get('opaque') ?? null,
    algorithm: algorithm.toUpperCase() === 'MD5' ? 'MD5' : 'SHA-256',
    isSession: session !== undefined,
    qop: ways === undefined ? null : 'auth',
  }
}

interface Answered {
  readonly method: string
  /** Path and query. */
  readonly uri: string
  readonly username: string
  readonly password: string
  /** How often the nonce has been used, including this time. */
  readonly count: number
}

/** Returns the `Authorization` header for a challenge. */
export function digestHeader(challenge: Challenge, { method, uri, username, password, count }: Answered): string {
  const { realm, nonce, opaque, algorithm, isSession, qop } = challenge
  const hash = (text: string) =>
    createHash(algorithm === 'MD5' ? 'md5' : 'sha256')
      .update(text)
      .digest('hex')
  const cnonce = randomBytes(16).toString('hex')
  const nc = count.toString(16).padStart(8, '0')
  const who = hash(`${username}:${realm}:${password}`)
  const first = isSession ? hash(`${who}:${nonce}:${cnonce}`) : who
  const second = hash(`${method}:${uri}`)
  const response = hash(
    qop === null ? `${first}:${nonce}:${second}` : `${first}:${nonce}:${nc}:${cnonce}:${qop}:${second}`,
  )
  const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`
  const members = [
    `username=${quoted(username)}`,
    `realm=${quoted(realm)}`,
    `nonce=${quoted(nonce)}`,
    `uri=${quoted(uri)}`,
    `algorithm=${algorithm}${isSession ? '-sess' : ''}`,
    `response="${response}"`,
    ...(opaque === null ? [] : [`opaque=${quoted(opaque)}`]),
    ...(qop === null && !isSession ? [] : [`cnonce="${cnonce}"`]),
    ...(qop === null ? [] : [`qop=${qop}`, `nc=${nc}`]),
  ]
  return `Digest ${members.join(', ')}`
}
