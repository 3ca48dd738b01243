import { createHmac, type KeyObject, randomBytes, randomInt } from 'node:crypto'
import type { SigningKeys } from '../../../platform/vault.ts'

const prefixes = { code: 'mwo_c_', device: 'mwo_d_', access: 'mwo_a_', refresh: 'mwo_r_' } as const
export type TokenKind = keyof typeof prefixes

/** Returns 256 random bits with a prefix by which logs, secret scanners and this instance recognize the kind of token. */
export const newToken = (kind: TokenKind): string => `${prefixes[kind]}${randomBytes(32).toString('base64url')}`

export const isToken = (kind: TokenKind, text: string): boolean => text.startsWith(prefixes[kind]) && text.length === 49

/** Hashes of tokens, the only form in which they are stored. Keyed with the instance's key, so that key rotation revokes them. */
export interface TokenHashes {
  of(token: string): string
  /** Returns the hashes under all accepted keys. */
  all(token: string): readonly string[]
}

export function createTokenHashes(keys: SigningKeys): TokenHashes {
  const hash = (key: KeyObject, token: string) => createHmac('sha256', key).update(`oauth ${token}`).digest('base64url')
  return {
    of: (token) => hash(keys.current, token),
    all: (token) => keys.accepted.map((key) => hash(key, token)),
  }
}

/** Consonants, so that no code is a word (RFC 8628, section 6.1); 20 to the power of 8 codes. */
const letters = 'BCDFGHJKLMNPQRSTVWXZ'
const length = 8

/** Returns a code for people to type, such as `BCDF-GHJK`. */
export function newUserCode(): string {
  const text = Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
  return `${text.slice(0, 4)}-${text.slice(4)}`
}

/** Normalizes a typed code, ignoring case and separators; returns `null` if it is invalid. */
export function typedUserCode(typed: string): string | null {
  const text = typed
    .slice(0, 40)
    .toUpperCase()
    .replaceAll(/[\s\p{P}]/gu, '')
  const isCode = text.length === length && [...text].every((letter) => letters.includes(letter))
  return isCode ? `${text.slice(0, 4)}-${text.slice(4)}` : null
}
