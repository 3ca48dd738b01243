import type { Readable } from 'node:stream'
import { Problem } from '@millwright/contract/problem'

/** A connection that was kept had ended already. */
export class StaleConnection extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.message)
    this.problem = problem
  }
}

/** It is not the caller who named the host. */
export function configured(error: unknown): unknown {
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

/** The refusal for a failure of the connection. */
export function lineProblem(error: Error & { code?: string }, address: URL, reused: boolean): unknown {
  if (error.cause instanceof Problem) return configured(error.cause)
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

/** The refusal when nothing comes. */
export function tooSlow(address: URL): Problem {
  return new Problem(504, `${address.host} did not respond in time.`)
}

/** The refusal when an answer has begun, and is not read to its end. */
export function stopped(address: URL): Problem {
  return new Problem(502, `The response of ${address.host} was cut off.`)
}

/** Lets whoever reads a stream find, as the cause of its failure, what to tell the caller. */
export function explained(stream: Readable, problem: Problem): Readable {
  return stream.prependListener('error', (error) => {
    if (!(error instanceof Problem)) error.cause = problem
  })
}
