import type { IncomingMessage } from 'node:http'
import { Problem } from '@millwright/contract/problem'

/** What is known of the other side after it was asked once. */
export interface ConnectionCheck {
  readonly success: true
  /** What its base URL answered with; one that has nothing there is reached all the same. */
  readonly status: number
  /** Sentences about settings that do nothing. */
  readonly warnings: readonly string[]
}

/** The callers of the service would not get in either. */
const refusals = new Set([401, 403, 407])

/** Judges what a base URL answers (docs/wire/remote.md). Refuses with 503 who does not let the service in, or fails itself. */
export function checkedConnection(
  { statusCode: status = 502 }: Pick<IncomingMessage, 'statusCode'>,
  { host }: URL,
  warnings: readonly string[],
): ConnectionCheck {
  if (refusals.has(status) || status >= 500) throw new Problem(503, `${host} responds with status ${status}.`)
  return { success: true, status, warnings }
}
