import { createHmac, timingSafeEqual } from 'node:crypto'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { SigningKeys } from '../../platform/vault.ts'

/** What a session token says; times in unix seconds (docs/wire/sessions.md). */
export interface Claims {
  readonly iss: string
  readonly iat: number
  readonly nbf: number
  readonly exp: number
  readonly jti: string
  /** The session; absent in tokens of versions that kept no list of them. */
  readonly sid?: string
  /** MD5 of the person's e-mail in hex. */
  readonly sub: string
  readonly user_id: number
  readonly forever: boolean
  /** The person's token generation when the token was made; only tokens of this instance carry it. */
  readonly gen: number
  /** The session was begun by two steps. */
  readonly two?: boolean
  /** The app password that the session was begun with. */
  readonly app_password?: number
}

export type TokenReading = { readonly claims: Claims } | { readonly malformed: string }

export interface Signer {
  sign(claims: Claims): string
  /** Says nothing about times and revocation: only that this instance made the token and that it is complete. */
  read(token: string): TokenReading
}

const header = encode({ typ: 'JWT', alg: 'HS256' })
const longest = 4096

/** HS256 and nothing else: the algorithm that a token names is never what it is checked with. */
export function createSigner(keys: SigningKeys): Signer {
  const seal = (text: string, key: Uint8Array) => createHmac('sha256', key).update(text).digest('base64url')
  const isOurs = (text: string, signature: string) => keys.accepted.some((key) => sameText(signature, seal(text, key)))

  return {
    sign(claims) {
      const body = `${header}.${encode(claims)}`
      return `${body}.${seal(body, keys.current)}`
    },
    read(token) {
      const [head, payload, signature, ...rest] = token.length > longest ? [] : token.split('.')
      if (head === undefined || payload === undefined || signature === undefined || rest.length > 0) {
        return { malformed: 'Wrong number of segments' }
      }
      const named = decode(head)
      if (!isRecord(named) || named.alg !== 'HS256' || !isOurs(`${head}.${payload}`, signature)) {
        return { malformed: 'Token Signature could not be verified.' }
      }
      const claims = decode(payload)
      return isClaims(claims) ? { claims } : { malformed: 'JWT payload does not contain the required claims' }
    },
  }
}

function sameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function decode(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return undefined
  }
}

function isClaims(value: unknown): value is Claims {
  if (!isRecord(value)) return false
  const numbers = [value.iat, value.nbf, value.exp, value.user_id, value.gen]
  const texts = [value.iss, value.jti, value.sub]
  return (
    numbers.every(Number.isSafeInteger) &&
    texts.every((text) => typeof text === 'string') &&
    (value.sid === undefined || typeof value.sid === 'string') &&
    typeof value.forever === 'boolean'
  )
}
