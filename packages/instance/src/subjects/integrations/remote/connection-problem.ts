import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { Problem } from '@millwright/contract/problem'

/** Thrown when a reused keep-alive connection had already been closed. */
export class StaleConnection extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.message)
    this.problem = problem
  }
}

/** Turns a `Problem` into a 503, as an administrator configured the host, not the caller. */
export function asUnavailable(error: unknown): unknown {
  return error instanceof Problem ? new Problem(503, error.message) : error
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name could not be resolved',
  EHOSTUNREACH: 'the host is unreachable',
  ENETUNREACH: 'the host is unreachable',
  ETIMEDOUT: 'it does not respond',
}

/** The error response for a failed connection. */
export function connectionProblem(error: Error & { code?: string }, address: URL, reused: boolean): unknown {
  if (error.cause instanceof Problem) return asUnavailable(error.cause)
  const { code = '' } = error
  if (reused && (code === 'ECONNRESET' || code === 'EPIPE')) {
    return new StaleConnection(new Problem(503, `${address.host} ended the connection.`, { cause: error }))
  }
  if (/^HPE_|^ERR_HTTP/.test(code))
    return new Problem(502, `The response of ${address.host} is not valid HTTP.`, { cause: error })
  const untrusted = /CERT|TLS|SSL|SIGNED|SIGNATURE|^EPROTO/.test(code)
  const reason = untrusted ? 'no trusted TLS connection could be established' : reasons[code]
  return new Problem(503, `${address.host} cannot be reached: ${reason ?? 'the connection was lost'}.`, {
    cause: error,
  })
}

/** The error response if the server does not respond in time. */
export function timeoutProblem(address: URL): Problem {
  return new Problem(504, `${address.host} did not respond in time.`)
}

/** The error response if a response breaks off. */
export function brokenOffProblem(address: URL): Problem {
  return new Problem(502, `The response of ${address.host} was cut off.`)
}

/** Sets `problem` as the `cause` of errors of a stream, so that readers know what to report to the caller. */
export function withErrorCause(stream: Readable, problem: Problem): Readable {
  return stream.prependListener('error', (error) => {
    if (!(error instanceof Problem)) error.cause = problem
  })
}

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
