/** The body of every error response (docs/wire/errors.md). */
export interface ErrorEnvelope {
  error: ErrorBody
}

export interface ErrorBody {
  /** Application code: the HTTP status, or 1000 for a batch. */
  code: number
  context: unknown
  message: string
  status_code: number
  /** Id of the request in the log. Only in responses of this instance over HTTP. */
  request_id?: string
}

/** Messages per field, as sent in the `context` of a validation problem. */
export type FieldMessages = Record<string, string[]>

export const batchCode = 1000

/** Message fragments that clients compare literally to find out why a token was rejected. */
export const tokenExpired = 'Token has expired'
export const tokenBlacklisted = 'The token has been blacklisted'
export const tokenInvalid = 'Invalid token: '
export const refreshFailed = 'Token refresh failed. '

export interface ProblemOptions {
  code?: number
  context?: unknown
  headers?: Record<string, string>
  /** What failed; logged but never sent. */
  cause?: unknown
  /** A keyword for the reason of the rejection, by which rejections are counted; never sent. */
  reason?: string
}

/**
 * An error response with a status and a sentence. Thrown anywhere in the instance, and serialized as an envelope by the HTTP
 * layer.
 */
export class Problem extends Error {
  readonly status: number
  readonly code: number
  readonly context: unknown
  readonly headers: Record<string, string>
  readonly reason: string | null

  constructor(status: number, message: string, options: ProblemOptions = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined)
    this.name = 'Problem'
    this.status = status
    this.code = options.code ?? status
    this.context = options.context ?? null
    this.headers = options.headers ?? {}
    this.reason = options.reason ?? null
  }

  body(): ErrorBody {
    return { code: this.code, context: this.context, message: this.message, status_code: this.status }
  }

  envelope(): ErrorEnvelope {
    return { error: this.body() }
  }
}

/** A 400 with the messages of each field in `context`, and all of them in its message. */
export function invalid(fields: FieldMessages, lead = 'Invalid data supplied.'): Problem {
  const sentences = Object.values(fields).flat()
  return new Problem(400, [lead, ...sentences].join(' '), { context: fields })
}
