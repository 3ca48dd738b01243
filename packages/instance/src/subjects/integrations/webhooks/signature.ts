import { createHmac, randomBytes } from 'node:crypto'
import { secretBytes } from '../../ground/models/webhook-secret.ts'

export const newMessageId = (): string => `msg_${randomBytes(16).toString('hex')}`

interface Signed {
  readonly id: string
  /** Time of the attempt, in seconds since 1970. */
  readonly timestamp: number
  readonly body: string
}

/** Headers by which a receiver verifies that a message comes from this instance and is not a replay. */
export function signatureHeaders(secret: string, { id, timestamp, body }: Signed): Readonly<Record<string, string>> {
  const key = secretBytes(secret)
  if (key === null) throw new Error('The secret of the webhook is not valid.')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': `v1,${signature}` }
}
