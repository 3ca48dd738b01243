import type { IncomingMessage } from 'node:http'
import { newRequestId } from '../platform/tracing/request-context.ts'

export const requestIdHeader = 'x-request-id'

/** Safe in headers, logs and URLs without escaping. */
const wellFormed = /^[\w.:=+/@-]{1,128}$/

/** The id that a request was sent with if it is well-formed, otherwise a new one, which is also set as the request's header. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const sent = headers[requestIdHeader]
  if (typeof sent === 'string' && wellFormed.test(sent)) return sent
  const made = newRequestId()
  headers[requestIdHeader] = made
  return made
}
