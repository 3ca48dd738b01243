import { type KeyObject, sign } from 'node:crypto'

/**
 * A JSON Web Token by which a program says who it is (RFC 7523), signed by its private key: ES256 with one of an elliptic curve, RS256 with
 * one of RSA. `header` besides the algorithm.
 */
export function signedToken(key: KeyObject, claims: object, header: object = {}): string {
  const isCurve = key.asymmetricKeyType === 'ec'
  const parts = [{ alg: isCurve ? 'ES256' : 'RS256', typ: 'JWT', ...header }, claims]
  const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  const signature = sign('sha256', Buffer.from(text), { key, ...(isCurve && { dsaEncoding: 'ieee-p1363' }) })
  return `${text}.${signature.toString('base64url')}`
}
