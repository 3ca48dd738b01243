import { createHash, randomBytes } from 'node:crypto'

/** By which logs, secret scanners and this instance recognize access tokens. */
const prefix = 'mwt_'
const length = prefix.length + 43

/** 256 random bits: too many to guess, so that a fast hash suffices. */
export const newAccessToken = (): string => `${prefix}${randomBytes(32).toString('base64url')}`

/** Whether a bearer token is an access token, rather than that of a session or of a client of an MCP service. */
export const isAccessToken = (text: string): boolean => text.startsWith(prefix)

/** The only form in which a token is stored; `null` for what cannot be one. */
export function hashOfAccessToken(token: string): string | null {
  return token.length === length ? createHash('sha256').update(token).digest('hex') : null
}
