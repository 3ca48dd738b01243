import { createHash } from 'node:crypto'

/**
 * Whether a server's public key has a fingerprint, in the formats of SSH tools: `SHA256:` and Base64, or MD5, SHA-1 or SHA-256
 * as hexadecimal digits with or without colons.
 */
export function hasFingerprint(key: Uint8Array, fingerprint: string): boolean {
  const text = fingerprint.trim()
  const base64 = /^SHA256:([\w+/-]{43})=?$/i.exec(text)?.[1] ?? (/^[\w+/-]{43}=?$/.test(text) ? text : null)
  if (base64 !== null) return digest('sha256', key).equals(Buffer.from(base64, 'base64'))
  const digits = text.replace(/^MD5:/i, '').replaceAll(':', '')
  const algorithm = algorithms.get(digits.length)
  return algorithm !== undefined && digest(algorithm, key).equals(Buffer.from(digits, 'hex'))
}

/** Hash algorithms by number of hexadecimal digits. */
const algorithms: ReadonlyMap<number, string> = new Map([
  [32, 'md5'],
  [40, 'sha1'],
  [64, 'sha256'],
])

const digest = (algorithm: string, key: Uint8Array) => createHash(algorithm).update(key).digest()
