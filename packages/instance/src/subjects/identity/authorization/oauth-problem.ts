import { Problem } from '@millwright/contract/problem'

/** Error codes of RFC 6749, 7591, 8707 and related ones. */
export type OauthError =
  | 'access_denied'
  | 'authorization_pending'
  | 'expired_token'
  | 'invalid_client'
  | 'invalid_client_metadata'
  | 'invalid_grant'
  | 'invalid_redirect_uri'
  | 'invalid_request'
  | 'invalid_scope'
  | 'invalid_target'
  | 'invalid_token'
  | 'server_error'
  | 'slow_down'
  | 'temporarily_unavailable'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'

interface OauthProblemOptions {
  readonly status?: number
  readonly headers?: Record<string, string>
}

/** An error that clients receive as `{error, error_description}` (docs/wire/oauth.md). */
export class OauthProblem extends Problem {
  readonly error: OauthError

  constructor(error: OauthError, sentence: string, { status = 400, headers = {} }: OauthProblemOptions = {}) {
    super(status, sentence, { headers })
    this.error = error
  }
}

/** Returns the body of an error; unexpected errors reveal no details. */
export function oauthBody(problem: Problem): { error: OauthError; error_description: string } {
  const error = problem instanceof OauthProblem ? problem.error : codeFor(problem.status)
  return { error, error_description: problem.message }
}

function codeFor(status: number): OauthError {
  if (status === 429) return 'slow_down'
  if (status === 503) return 'temporarily_unavailable'
  return status < 500 ? 'invalid_request' : 'server_error'
}
