import type { McpScope } from '../../gateway/ports/mcp-access.ts'
import { OauthProblem } from './oauth-problem.ts'
import { isResource } from './server-metadata.ts'

/** What a client asks people to let it do, once its own name and its address were found to be right. */
export interface AuthorizationRequest {
  /** What it asks for of what the service offers, in the service's order; reading is always among it. */
  readonly scopes: readonly McpScope[]
  /** Of PKCE, by S256. */
  readonly challenge: string
}

/** Names that the genuine server gives to its scopes, each of which is everything. */
const wholeScopes = new Set(['mcp:tools', 'mcp:resources', 'mcp:prompts'])
const longestState = 2048

/** A parameter of a request; undefined when it is absent or empty. Refuses with 400 what is sent twice (RFC 6749, section 3.1). */
export function parameter(params: URLSearchParams, name: string): string | undefined {
  const values = params.getAll(name)
  if (values.length > 1) throw new OauthProblem('invalid_request', `The parameter ${name} must not be sent twice.`)
  return values[0] === '' ? undefined : values[0]
}

/** As `parameter`, for what has to be there. */
export function neededParameter(params: URLSearchParams, name: string): string {
  const value = parameter(params, name)
  if (value === undefined) throw new OauthProblem('invalid_request', `The parameter ${name} is required.`)
  return value
}

/**
 * Reads what a client asks for. Refuses, for the client to hear at its address: anything but a code, PKCE other than S256, and a
 * resource that is not this service. `address`: of the service. Unknown scopes are ignored.
 */
export function readAuthorizationRequest(
  params: URLSearchParams,
  offered: readonly McpScope[],
  address: string,
): AuthorizationRequest {
  const type = neededParameter(params, 'response_type')
  if (type !== 'code') {
    throw new OauthProblem('unsupported_response_type', 'The parameter response_type must be code.')
  }
  if ((parameter(params, 'response_mode') ?? 'query') !== 'query') {
    throw new OauthProblem('invalid_request', 'The parameter response_mode must be query.')
  }
  if ((parameter(params, 'state')?.length ?? 0) > longestState) {
    throw new OauthProblem('invalid_request', `The parameter state must not be longer than ${longestState} characters.`)
  }
  const challenge = neededParameter(params, 'code_challenge')
  if (parameter(params, 'code_challenge_method') !== 'S256') {
    throw new OauthProblem('invalid_request', 'The parameter code_challenge_method must be S256.')
  }
  if (!/^[\w-]{43}$/.test(challenge)) {
    throw new OauthProblem('invalid_request', 'The parameter code_challenge is not the SHA-256 of a verifier.')
  }
  refuseOtherResource(params, address)
  return { scopes: scopesIn(parameter(params, 'scope'), offered), challenge }
}

/** Refuses a resource other than the service; who names none means the service whose endpoint it asks. */
export function refuseOtherResource(params: URLSearchParams, address: string): void {
  for (const named of params.getAll('resource')) {
    if (!isResource(named, address)) {
      throw new OauthProblem('invalid_target', `The parameter resource must be ${address}.`)
    }
  }
}

/** What a list of scopes asks for of what is offered; all of it where it names none that is known. */
export function scopesIn(scope: string | undefined, offered: readonly McpScope[]): readonly McpScope[] {
  const named = new Set(scope?.split(' '))
  const whole = [...named].some((each) => wholeScopes.has(each))
  const asked = offered.filter((each) => whole || named.has(each))
  return asked.length === 0 ? offered : offered.filter((each) => each === 'mcp:read' || asked.includes(each))
}
