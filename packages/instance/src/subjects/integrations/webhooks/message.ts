import { createHmac, randomBytes } from 'node:crypto'
import type { ListenerEvent } from '@millwright/connector/connector'
import { masked } from '@millwright/connector/masked'
import { isRecord } from '@millwright/contract/wire/is-record'
import { secretBytes } from '../../ground/models/webhook-model.ts'

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

/** Longest message with data, in characters; longer ones are sent without it. */
const longest = 256 * 1024
const shownMost = { text: longest, items: 10_000, values: 100_000 }

interface MessageParts {
  /** Name of the event. */
  readonly type: string
  /** Whether the bodies of request and response are included. */
  readonly withData: boolean
}

/** The body of a message: the event, its actor, and if requested, the request and response (docs/wire/webhooks.md). */
export function messageOf(
  { at, requestId, status, event, session }: ListenerEvent,
  { type, withData }: MessageParts,
): string {
  const request = isRecord(event.request) ? event.request : {}
  const { user, app } = session
  const data = {
    verb: request.method,
    service: request.service,
    resource: request.resource,
    status,
    request_id: requestId,
    user: user === null ? null : { id: user.id, name: user.name },
    app: app === null ? null : { id: app.id, name: app.name },
  }
  const envelope = { type, timestamp: new Date(at).toISOString() }
  if (!withData) return JSON.stringify({ ...envelope, data })
  const response = isRecord(event.response) ? event.response.content : undefined
  // Events that are not requests have their record as the resource.
  const bodies = status === null ? { record: event.resource } : { request: request.payload, response }
  const whole = JSON.stringify({ ...envelope, data: { ...data, ...asShown(bodies) } })
  return whole.length <= longest ? whole : JSON.stringify({ ...envelope, data: { ...data, truncated: true } })
}

function asShown(bodies: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const shown = masked(bodies, shownMost)
  return isRecord(shown) ? shown : {}
}

export function testMessage(at: number): string {
  const data = { message: 'This is a test.' }
  return JSON.stringify({ type: testEvent, timestamp: new Date(at).toISOString(), data })
}

export const testEvent = 'webhook.test'
