import type { IncomingMessage } from 'node:http'
import { Problem } from '@millwright/contract/problem'

/** Result of a test request to the remote server. */
export interface ConnectionCheck {
  readonly success: true
  /** HTTP status of the base URL. A 404 counts as success, as the server was reached. */
  readonly status: number
  /** Whether the token endpoint issued a token; absent: requests carry none. */
  readonly token?: true
  /** Sentences about settings that have no effect. */
  readonly warnings: readonly string[]
}

/** Statuses that callers of the service would receive as well. */
const refusals = new Set([401, 403, 407])

/** Checks the response of a base URL (docs/wire/remote.md). Throws a 503 if the server rejects the credentials or fails with a 5xx. */
export function checkedConnection(
  { statusCode: status = 502 }: Pick<IncomingMessage, 'statusCode'>,
  { host }: URL,
  { warnings, token }: { readonly warnings: readonly string[]; readonly token: boolean },
): ConnectionCheck {
  if (refusals.has(status) || status >= 500) {
    const apart = token ? ', although the token endpoint issued a token' : ''
    throw new Problem(503, `${host} responds with status ${status}${apart}.`)
  }
  return { success: true, status, ...(token && { token }), warnings }
}
