import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { ProgramProof } from '../../../gateway/parts.ts'
import type { SigningKeys } from '../../../platform/vault.ts'

/** The claims of a session token, with Unix times in seconds (docs/wire/sessions.md). */
export interface Claims {
  readonly iss: string
  readonly iat: number
  readonly nbf: number
  readonly exp: number
  readonly jti: string
  /** The session id. Absent in tokens of versions without a list of sessions. */
  readonly sid?: string
  /** MD5 hash of the person's email address, in hex. */
  readonly sub: string
  readonly user_id: number
  readonly forever: boolean
  /** The person's token generation at the time of issue. Only in tokens of this instance. */
  readonly gen: number
  /** Whether the session was started with two-step sign-in. */
  readonly two?: boolean
  /** Id of the app password that started the session. */
  readonly app_password?: number
  /** The program that a service vouched for. */
  readonly program?: ProgramProof
}

export type TokenReading = { readonly claims: Claims } | { readonly malformed: string }

export interface Signer {
  sign(claims: Claims): string
  /** Verifies the signature and that the token is complete, but neither times nor revocation. */
  read(token: string): TokenReading
}

const header = encode({ typ: 'JWT', alg: 'HS256' })
const longest = 4096

/** Supports HS256 only: the algorithm in a token's header is never used for verification. */
export function createSigner(keys: SigningKeys): Signer {
  const seal = (text: string, key: KeyObject) => createHmac('sha256', key).update(text).digest('base64url')
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
  const a = Buffer.from(one)
  const b = Buffer.from(other)
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
