import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './settings/config.ts'

const secretBytes = 32
const ivBytes = 12
const tagBytes = 16
/** Says how the text was sealed, so that another way can be told apart later. */
const prefix = 'v1.'

/** What is derived from the instance's one secret. */
export interface Secrets {
  readonly vault: Vault
  /** Signs session tokens; 32 bytes. */
  readonly tokenKey: Buffer
  /** Names what is this instance's where others keep theirs too; tells nothing of the secret. */
  readonly namespace: string
}

/**
 * Takes the secret from the configuration, else from the data folder, where it is made at first start with mode 600.
 * @throws when the secret is not at least 32 hexadecimal digits
 */
export function openSecret(config: Pick<Config, 'secret' | 'dataFolder'>): Secrets {
  const secret = config.secret === null ? readSecret(config.dataFolder) : parse(config.secret, 'MILLWRIGHT_SECRET')
  return {
    vault: createVault(derive(secret, 'vault')),
    tokenKey: derive(secret, 'tokens'),
    namespace: derive(secret, 'namespace').toString('hex').slice(0, 16),
  }
}

function readSecret(folder: string): Buffer {
  const file = join(folder, 'secret')
  return parse(read(file) ?? make(folder, file), file)
}

/** `place`: where an operator finds it. */
function parse(text: string, place: string): Buffer {
  if (!/^(?:[0-9a-f]{2}){16,}$/i.test(text)) {
    const rule = 'it must be an even number of at least 32 hexadecimal digits'
    throw new Error(`The secret in ${place} is damaged: ${rule}. Put back a backup of it.`)
  }
  return Buffer.from(text, 'hex')
}

function derive(secret: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), `millwright ${purpose}`, 32))
}

/** AES-256-GCM; sealing the same text twice gives different texts. `open` throws when the text was altered or is of another key. */
function createVault(key: Buffer): Vault {
  return {
    seal(plain) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return prefix + Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
    },
    open(sealed) {
      const bytes = Buffer.from(sealed.slice(prefix.length), 'base64url')
      if (!sealed.startsWith(prefix) || bytes.length < ivBytes + tagBytes) throw new Error('Not a sealed text')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
      decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
      return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
}

/** Written beside and linked into place: nobody ever reads half a secret, and of two who make one at once both use the first. */
function make(folder: string, file: string): string {
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

/** Encrypts what is secret at rest; the key is not in the database. */
export interface Vault {
  seal(plain: string): string
  open(sealed: string): string
}
