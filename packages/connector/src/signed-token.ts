import { type KeyObject, sign } from 'node:crypto'

/**
 * Returns a JSON Web Token with which a program authenticates itself (RFC 7523), signed with its private key: ES256 for an elliptic
 * curve key, RS256 for an RSA key. `header`: fields besides the algorithm.
 */
export function signedToken(key: KeyObject, claims: object, header: object = {}): string {
  const isCurve = key.asymmetricKeyType === 'ec'
  const parts = [{ alg: isCurve ? 'ES256' : 'RS256', typ: 'JWT', ...header }, claims]
  const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  const signature = sign('sha256', Buffer.from(text), { key, ...(isCurve && { dsaEncoding: 'ieee-p1363' }) })
  return `${text}.${signature.toString('base64url')}`
}
