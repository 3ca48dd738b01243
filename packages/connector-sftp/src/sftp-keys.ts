import { createHash, createPrivateKey, type KeyObject } from 'node:crypto'
import type { ParsedKey } from 'ssh2'

export interface SignInKey {
  readonly key: ParsedKey
  /** Whether the password of the service decrypted the key, in which case it is not sent to the server. */
  readonly wasLocked: boolean
}

/**
 * Reads the private key of a service: in OpenSSH's format, PuTTY's, or PEM, including PKCS #8. Throws if it is invalid or the
 * password does not decrypt it.
 */
export async function readSignInKey(text: string, password: string | null): Promise<SignInKey> {
  const { utils } = (await import('./driver.ts')).driver
  const parse = (keyText: string, passphrase?: string) => {
    const parsed = utils.parseKey(keyText, passphrase)
    // Formats that can hold several keys parse to a list.
    const [key] = [parsed].flat()
    return key === undefined || key instanceof Error || !key.isPrivateKey() ? null : key
  }
  const keyText = text.trim()
  if (/-----BEGIN (ENCRYPTED )?PRIVATE KEY-----/.test(keyText)) {
    const wasLocked = keyText.includes('ENCRYPTED')
    const opened = createPrivateKey({ key: keyText, ...(wasLocked && { passphrase: password ?? '' }) })
    const key = parse(inOlderForm(opened))
    if (key !== null) return { key, wasLocked }
  } else {
    const open = parse(keyText)
    if (open !== null) return { key: open, wasLocked: false }
    const key = password === null ? null : parse(keyText, password)
    if (key !== null) return { key, wasLocked: true }
  }
  throw new Error('It is not a private key, or it is encrypted.')
}

/** The library does not support PKCS #8. */
function inOlderForm(key: KeyObject): string {
  if (key.asymmetricKeyType === 'ed25519') return opensshKey(key)
  const type = key.asymmetricKeyType === 'ec' ? 'sec1' : 'pkcs1'
  return key.export({ type, format: 'pem' }).toString()
}

/** Converts to OpenSSH's own format (its PROTOCOL.key), the only one that the library supports for these keys. */
function opensshKey(key: KeyObject): string {
  const { x = '', d = '' } = key.export({ format: 'jwk' })
  const open = Buffer.from(x, 'base64url')
  const secret = Buffer.from(d, 'base64url')
  const name = Buffer.from('ssh-ed25519')
  const check = Buffer.alloc(8)
  const none = Buffer.from('none')
  const content = Buffer.concat([check, ...[name, open, Buffer.concat([secret, open]), Buffer.alloc(0)].map(counted)])
  const padding = Buffer.from([1, 2, 3, 4, 5, 6, 7].slice(0, (8 - (content.length % 8)) % 8))
  const bytes = Buffer.concat([
    Buffer.from('openssh-key-v1\0'),
    ...[none, none, Buffer.alloc(0)].map(counted),
    Buffer.from([0, 0, 0, 1]),
    counted(Buffer.concat([name, open].map(counted))),
    counted(Buffer.concat([content, padding])),
  ])
  const lines = bytes.toString('base64').replace(/.{70}/g, '$&\n')
  return `-----BEGIN OPENSSH PRIVATE KEY-----\n${lines.trim()}\n-----END OPENSSH PRIVATE KEY-----\n`
}

/** Prefixes the bytes with their length. */
function counted(bytes: Uint8Array): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}

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
