import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf } from './message-of.ts'
import type { Config } from './settings/config.ts'

const secretBytes = 32
const ivBytes = 12
const tagBytes = 16
/** Keys that sign; they change while the program runs. */
export interface SigningKeys {
  /** 32 bytes. */
  readonly current: Uint8Array
  /** The current one among them; another list after each change. */
  readonly accepted: readonly Uint8Array[]
}

/** The keys of an instance. They begin as one that is derived from its secret; others come by rotation (docs/operate/keys.md). */
export interface KeyRing {
  readonly vault: Vault
  /** Whether the current key sealed the text. */
  isCurrent(sealed: string): boolean
  /** Of session tokens. */
  readonly tokenKeys: SigningKeys
  /** Names what is this instance's where others keep theirs too; tells nothing of the secret. */
  readonly namespace: string
  /**
   * Goes on with the keys that are stored; null: with the one of the secret.
   * @throws when the secret opens none of them
   */
  adopt(stored: StoredKeys | null): void
}

/** Keys as they are stored, sealed under the secret. */
export interface StoredKeys {
  /** Id of the key that seals and signs. */
  readonly current: string
  /** The accepted ones. */
  readonly keys: readonly StoredKey[]
}

export interface StoredKey {
  /** Empty: derived from the secret. */
  readonly id: string
  /** The key, once under each secret that may open it; empty for the one that is derived. */
  readonly sealed: readonly string[]
}

/**
 * Takes the secret from the configuration, else from the data folder, where it is made at first start with mode 600.
 * @throws when the secret is not at least 32 hexadecimal digits
 */
export function openSecret(config: SecretConfig): KeyRing {
  return createKeyRing(findSecret(config) ?? parseSecret(make(config.dataFolder), secretFile(config.dataFolder)))
}

type SecretConfig = Pick<Config, 'secret' | 'dataFolder'>

/** Where the secret is when the configuration gives none. */
export const secretFile = (dataFolder: string): string => join(dataFolder, 'secret')

/**
 * The secret of the configuration, else of the data folder; null when there is none yet.
 * @throws with a sentence that names the place when it cannot be read, or is not at least 32 hexadecimal digits
 */
export function findSecret({ secret, dataFolder }: SecretConfig): Buffer | null {
  if (secret !== null) return parseSecret(secret, 'MILLWRIGHT_SECRET')
  const text = read(secretFile(dataFolder))
  return text === null ? null : parseSecret(text, secretFile(dataFolder))
}

/** A secret as it is written; `place`: where an operator finds it. */
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

/** Keys are accepted as `adopt` says; until then, the one that is derived from the secret. */
export function createKeyRing(secret: Buffer): KeyRing {
  const derived: RingKey = { id: '', vault: derive(secret, 'vault'), tokens: derive(secret, 'tokens') }
  let current = derived
  let accepted: readonly RingKey[] = [derived]
  let acceptedTokens: readonly Uint8Array[] = [derived.tokens]

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
  readonly tokens: Buffer
}

/** How a text that was sealed by a key begins. */
const prefixOf = (id: string) => (id === '' ? 'v1.' : `v2.${id}.`)

/** Sealed texts in a longer one. */
const sealedTexts = /v1\.[\w-]{38,}|v2\.[\w-]{1,20}\.[\w-]{38,}/g

/** A text with all that is sealed in it sealed by the current key; as it was when nothing else can be opened. */
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

/** A new key for a key ring, sealed under each of the secrets. */
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
      return { id, vault: derive(key, 'vault'), tokens: derive(key, 'tokens') }
    } catch {
      // Sealed under another secret.
    }
  }
  throw new OtherSecret()
}

/** The secret does not fit the store. */
export class OtherSecret extends Error {
  constructor() {
    super(
      'The secret does not match this database. Set MILLWRIGHT_SECRET to the original secret, or restore its file in the data folder.',
    )
  }
}

/** AES-256-GCM; the same text becomes different ones. */
function encrypt(key: Buffer, plain: string): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
}

/** Throws when the text was altered or is of another key. */
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

/** Written beside and linked into place: nobody ever reads half a secret, and of two who make one at once both use the first. */
function make(folder: string): string {
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

/** Encrypts what is secret at rest by AES-256-GCM; sealing the same text twice gives different texts. */
export interface Vault {
  seal(plain: string): string
  /** Throws when the text was altered, or sealed by a key that is not accepted. */
  open(sealed: string): string
}
