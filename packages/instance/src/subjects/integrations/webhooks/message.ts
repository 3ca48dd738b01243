import type { ListenerEvent } from '@millwright/connector/heard-event'
import { masked } from '@millwright/connector/masked'
import { isRecord } from '@millwright/contract/wire/is-record'

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
