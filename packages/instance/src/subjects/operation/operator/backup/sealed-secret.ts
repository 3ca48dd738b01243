import { createCipheriv, createDecipheriv, randomBytes, type ScryptOptions, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { isRecord } from '@millwright/contract/wire/is-record'

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

/** Takes 128 MiB and about half a second. */
const cost = { N: 2 ** 17, r: 8, p: 1 }
/** Limits that prevent a crafted file from exhausting memory. */
const maxCost = { N: 2 ** 20, r: 16, p: 4 }

const saltBytes = 16
const ivBytes = 12
const tagBytes = 16

/** Encrypts the secret of an instance with scrypt and AES-256-GCM, as JSON that contains the parameters. */
export async function sealSecret(secret: Buffer, passphrase: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', await keyOf(passphrase, salt, cost), iv)
  const body = Buffer.concat([cipher.update(secret), cipher.final()])
  const sealed = Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64')
  return JSON.stringify({ kdf: 'scrypt', ...cost, salt: salt.toString('base64'), cipher: 'aes-256-gcm', sealed })
}

/** @throws with a sentence if the passphrase is wrong or the text is not an encrypted secret */
export async function openSealedSecret(text: string, passphrase: string): Promise<Buffer> {
  const value: unknown = JSON.parse(text)
  const { N, r, p, salt, sealed } = isRecord(value) ? value : {}
  const scryptCost = { N: Number(N), r: Number(r), p: Number(p) }
  const isFine = scryptCost.N <= maxCost.N && scryptCost.r <= maxCost.r && scryptCost.p <= maxCost.p
  if (!isFine || typeof salt !== 'string' || typeof sealed !== 'string') throw new Error('its secret cannot be read')
  const bytes = Buffer.from(sealed, 'base64')
  const key = await keyOf(passphrase, Buffer.from(salt, 'base64'), scryptCost)
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
    decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
    return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()])
  } catch {
    throw new Error('the passphrase is wrong')
  }
}

function keyOf(passphrase: string, salt: Buffer, scryptCost: typeof cost): Promise<Buffer> {
  return derive(passphrase.normalize(), salt, 32, { ...scryptCost, maxmem: 2 * 128 * scryptCost.N * scryptCost.r })
}
