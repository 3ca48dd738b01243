import type { IncomingMessage } from 'node:http'
import { newRequestId } from '../platform/tracing/request-context.ts'

export const requestIdHeader = 'x-request-id'

/** What may stand in a header, a log and an address as it is. */
const wellFormed = /^[\w.:=+/@-]{1,128}$/

/** The ID that a request came with when it is well-formed, else a new one; the request has it as its header from then on. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const sent = headers[requestIdHeader]
  if (typeof sent === 'string' && wellFormed.test(sent)) return sent
  const made = newRequestId()
  headers[requestIdHeader] = made
  return made
}
