import { createHmac, randomBytes } from 'node:crypto'

/** Prefix of secrets in Standard Webhooks 1.0 (docs/wire/webhooks.md). */
const prefix = 'whsec_'

export const newSecret = (): string => `${prefix}${randomBytes(32).toString('base64')}`

export const newMessageId = (): string => `msg_${randomBytes(16).toString('hex')}`

/** What is wrong with a secret, as part of a sentence; `null`: it is valid. */
export function secretProblem(secret: string): string | null {
  const bytes = keyOf(secret)
  if (bytes !== null && bytes.length >= 24 && bytes.length <= 64) return null
  return `must be '${prefix}' and base64 of 24 to 64 random bytes.`
}

/** `null`: not a valid secret. */
function keyOf(secret: string): Buffer | null {
  const encoded = secret.startsWith(prefix) ? secret.slice(prefix.length) : null
  if (encoded === null || !/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) return null
  return Buffer.from(encoded, 'base64')
}

interface Signed {
  readonly id: string
  /** Time of the attempt, in seconds since 1970. */
  readonly timestamp: number
  readonly body: string
}

/** Headers by which a receiver verifies that a message comes from this instance and is not a replay. */
export function signatureHeaders(secret: string, { id, timestamp, body }: Signed): Readonly<Record<string, string>> {
  const key = keyOf(secret)
  if (key === null) throw new Error('The secret of the webhook is not valid.')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': `v1,${signature}` }
}
