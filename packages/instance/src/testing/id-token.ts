import { createHmac, type KeyObject, sign } from 'node:crypto'

export type Json = Readonly<Record<string, unknown>>

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A token with any header, signed by `seal`. */
export function idToken(header: Json, claims: Json, seal: (text: string) => Buffer): string {
  const head = `${encode(header)}.${encode(claims)}`
  return `${head}.${seal(head).toString('base64url')}`
}

export const rs256 = (key: KeyObject) => (head: string) => sign('sha256', Buffer.from(head), key)
export const hs256 = (secret: string | Buffer) => (head: string) => createHmac('sha256', secret).update(head).digest()

/** A public key as a JWK. */
export function webKey(key: KeyObject, kid: string): Json {
  return { ...key.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' }
}
