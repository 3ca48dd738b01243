import { randomBytes } from 'node:crypto'

/** Prefix of secrets in Standard Webhooks 1.0 (docs/wire/webhooks.md). */
const prefix = 'whsec_'

export const newSecret = (): string => `${prefix}${randomBytes(32).toString('base64')}`

/** What is wrong with a secret, as part of a sentence; `null`: it is valid. */
export function secretProblem(secret: string): string | null {
  const bytes = secretBytes(secret)
  if (bytes !== null && bytes.length >= 24 && bytes.length <= 64) return null
  return `must be '${prefix}' and base64 of 24 to 64 random bytes.`
}

/** The bytes of a secret; `null` if it is not valid. */
export function secretBytes(secret: string): Buffer | null {
  const encoded = secret.startsWith(prefix) ? secret.slice(prefix.length) : null
  if (encoded === null || !/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) return null
  return Buffer.from(encoded, 'base64')
}
