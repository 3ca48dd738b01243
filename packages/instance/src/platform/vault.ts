import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf } from '@millwright/connector/error-words'
import type { Config } from './settings/config.ts'

const secretBytes = 32
const ivBytes = 12
const tagBytes = 16
/** Signing keys, which may change while the program runs. */
export interface SigningKeys {
  /** 32 bytes. A key object signs several times faster than its bytes, of which each signature would make one. */
  readonly current: KeyObject
  /** Includes the current key; a new array after each change. */
  readonly accepted: readonly KeyObject[]
}

/** The keys of an instance: initially one derived from its secret, others by rotation (docs/operate/keys.md). */
export interface KeyRing {
  readonly vault: Vault
  /** Returns whether the text was sealed with the current key. */
  isCurrent(sealed: string): boolean
  /** Keys that sign session tokens. */
  readonly tokenKeys: SigningKeys
  /** Distinguishes this instance's data where several instances share a store; reveals nothing about the secret. */
  readonly namespace: string
  /**
   * Switches to the stored keys; `null`: to the key derived from the secret.
   * @throws if the secret opens none of them
   */
  adopt(stored: StoredKeys | null): void
}

/** Keys as stored, sealed with the secret. */
export interface StoredKeys {
  /** Id of the key that seals and signs. */
  readonly current: string
  /** All accepted keys. */
  readonly keys: readonly StoredKey[]
}

export interface StoredKey {
  /** Empty: derived from the secret. */
  readonly id: string
  /** The key, sealed once with each secret that may open it; empty for the derived key. */
  readonly sealed: readonly string[]
}

/**
 * Reads the secret from the configuration or the data folder, where it is created on first start with mode 600.
 * @throws if the secret is not at least 32 hexadecimal digits
 */
export function openSecret(config: SecretConfig): KeyRing {
  return createKeyRing(
    findSecret(config) ?? parseSecret(createSecret(config.dataFolder), secretFile(config.dataFolder)),
  )
}

type SecretConfig = Pick<Config, 'secret' | 'dataFolder'>

/** Path of the secret unless it is configured. */
export const secretFile = (dataFolder: string): string => join(dataFolder, 'secret')

/**
 * Returns the secret of the configuration or the data folder, or `null` if there is none yet.
 * @throws an error that names the place if it cannot be read or is not at least 32 hexadecimal digits
 */
export function findSecret({ secret, dataFolder }: SecretConfig): Buffer | null {
  if (secret !== null) return parseSecret(secret, 'MILLWRIGHT_SECRET')
  const text = read(secretFile(dataFolder))
  return text === null ? null : parseSecret(text, secretFile(dataFolder))
}

/** Parses a secret; `place`: where an operator finds it, for error messages. */
export function parseSecret(text: string, place: string): Buffer {
  if (!/^(?:[0-9a-f]{2}){16,}$/i.test(text)) {
    const rule = 'it must be an even number of at least 32 hexadecimal digits'
    throw new Error(`The secret in ${place} is damaged: ${rule}. Restore it from a backup.`)
  }
  return Buffer.from(text, 'hex')
}

function derive(secret: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), `millwright ${purpose}`, 32))
}

/** Accepts the key derived from the secret until `adopt` is called. */
export function createKeyRing(secret: Buffer): KeyRing {
  const derived: RingKey = { id: '', vault: derive(secret, 'vault'), tokens: createSecretKey(derive(secret, 'tokens')) }
  let current = derived
  let accepted: readonly RingKey[] = [derived]
  let acceptedTokens: readonly KeyObject[] = [derived.tokens]

  return {
    namespace: derive(secret, 'namespace').toString('hex').slice(0, 16),
    vault: {
      seal: (plain) => `${prefixOf(current.id)}${encrypt(current.vault, plain)}`,
      open(sealed) {
        const key = accepted.find(({ id }) => sealed.startsWith(prefixOf(id)))
        if (key === undefined) throw new Error('Not a sealed text')
        return decrypt(key.vault, sealed.slice(prefixOf(key.id).length))
      },
    },
    isCurrent: (sealed) => sealed.startsWith(prefixOf(current.id)),
    tokenKeys: {
      get current() {
        return current.tokens
      },
      get accepted() {
        return acceptedTokens
      },
    },
    adopt(stored) {
      const keys =
        stored === null ? [derived] : stored.keys.map((key) => (key.id === '' ? derived : opened(key, secret)))
      const chosen = keys.find(({ id }) => id === (stored?.current ?? ''))
      if (chosen === undefined) throw new Error('The stored keys name none that is the current one.')
      current = chosen
      accepted = keys
      acceptedTokens = keys.map(({ tokens }) => tokens)
    },
  }
}

interface RingKey {
  readonly id: string
  readonly vault: Buffer
  readonly tokens: KeyObject
}

/** Returns the prefix of texts sealed with a key. */
const prefixOf = (id: string) => (id === '' ? 'v1.' : `v2.${id}.`)

/** Matches sealed texts within a longer text. */
const sealedTexts = /v1\.[\w-]{38,}|v2\.[\w-]{1,20}\.[\w-]{38,}/g

/** Reseals every sealed value in a text with the current key; values that cannot be opened stay as they are. */
export function resealed(text: string, ring: KeyRing): string {
  return text.replaceAll(sealedTexts, (sealed) => {
    if (ring.isCurrent(sealed)) return sealed
    let plain: string
    try {
      plain = ring.vault.open(sealed)
    } catch {
      return sealed
    }
    return ring.vault.seal(resealed(plain, ring))
  })
}

/** Creates a new key for a key ring, sealed with each of the secrets. */
export function newStoredKey(secrets: readonly Buffer[]): StoredKey {
  const key = randomBytes(secretBytes).toString('hex')
  return {
    id: randomBytes(6).toString('base64url'),
    sealed: secrets.map((secret) => encrypt(derive(secret, 'keys'), key)),
  }
}

function opened({ id, sealed }: StoredKey, secret: Buffer): RingKey {
  for (const each of sealed) {
    try {
      const key = Buffer.from(decrypt(derive(secret, 'keys'), each), 'hex')
      return { id, vault: derive(key, 'vault'), tokens: createSecretKey(derive(key, 'tokens')) }
    } catch {
      // Sealed with another secret.
    }
  }
  throw new WrongSecretError()
}

/** Thrown if the secret does not match the store. */
export class WrongSecretError extends Error {
  constructor() {
    super(
      'The secret does not match this database. Set MILLWRIGHT_SECRET to the original secret, or restore its file in the data folder.',
    )
  }
}

/** AES-256-GCM with a random nonce: encrypting the same text twice gives different results. */
function encrypt(key: Buffer, plain: string): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
}

/** Throws if the text was altered or encrypted with another key. */
function decrypt(key: Buffer, text: string): string {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length < ivBytes + tagBytes) throw new Error('Not a sealed text')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
  return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    const reason = hasCode(error, 'EACCES') ? 'this user may not read it' : messageOf(error)
    throw new Error(`The secret in ${file} cannot be read: ${reason}. Fix that, or set MILLWRIGHT_SECRET.`)
  }
}

/** Written to a temporary file and linked into place, so that no process reads half a secret and concurrent creators agree on the first. */
function createSecret(folder: string): string {
  const file = secretFile(folder)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  writeFileSync(draft, `${randomBytes(secretBytes).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true })
  try {
    linkSync(draft, file)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  } finally {
    rmSync(draft)
  }
  return readFileSync(file, 'utf8').trim()
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

/** Encrypts secrets at rest with AES-256-GCM; sealing the same text twice gives different results. */
export interface Vault {
  seal(plain: string): string
  /** Throws if the text was altered, or sealed with a key that is no longer accepted. */
  open(sealed: string): string
}
