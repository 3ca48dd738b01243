import { createHmac, randomBytes } from 'node:crypto'
import type { SigningKeys } from '../../platform/vault.ts'

const prefixes = { code: 'mwo_c_', device: 'mwo_d_', access: 'mwo_a_', refresh: 'mwo_r_' } as const
export type TokenKind = keyof typeof prefixes

/** 256 bits. Its prefix tells logs, scanners for secrets, and this instance what it is. */
export const newToken = (kind: TokenKind): string => `${prefixes[kind]}${randomBytes(32).toString('base64url')}`

export const isToken = (kind: TokenKind, text: string): boolean => text.startsWith(prefixes[kind]) && text.length === 49

/** Hashes of tokens, which are all that is stored: under the key of the instance, so that its rotation ends them. */
export interface TokenHashes {
  of(token: string): string
  /** What a token may be stored as. */
  all(token: string): readonly string[]
}

export function createTokenHashes(keys: SigningKeys): TokenHashes {
  const hash = (key: Uint8Array, token: string) =>
    createHmac('sha256', key).update(`oauth ${token}`).digest('base64url')
  return {
    of: (token) => hash(keys.current, token),
    all: (token) => keys.accepted.map((key) => hash(key, token)),
  }
}
