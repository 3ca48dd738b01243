import type { McpScope } from '../../../gateway/ports/mcp-endpoint.ts'
import { OauthProblem } from './oauth-problem.ts'
import { isResource } from './server-metadata.ts'

/** An authorization request whose client and redirect URI are already validated. */
export interface AuthorizationRequest {
  /** The requested scopes that the service offers, in the service's order; always includes reading. */
  readonly scopes: readonly McpScope[]
  /** PKCE challenge with S256. */
  readonly challenge: string
}

/** Scope names of the original server, each of which means all scopes. */
const wholeScopes = new Set(['mcp:tools', 'mcp:resources', 'mcp:prompts'])
const longestState = 2048

/** Returns a parameter of a request; `undefined` if absent or empty. Throws 400 if it was sent twice (RFC 6749, section 3.1). */
export function parameter(params: URLSearchParams, name: string): string | undefined {
  const values = params.getAll(name)
  if (values.length > 1) throw new OauthProblem('invalid_request', `The parameter ${name} must not be sent twice.`)
  return values[0] === '' ? undefined : values[0]
}

/** Like `parameter`, for required ones. */
export function neededParameter(params: URLSearchParams, name: string): string {
  const value = parameter(params, name)
  if (value === undefined) throw new OauthProblem('invalid_request', `The parameter ${name} is required.`)
  return value
}

/**
 * Parses an authorization request. Throws errors for the client's redirect URI: anything but a code, PKCE other than S256, and a resource
 * other than this service. `address`: of the service. Unknown scopes are ignored.
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

/** Throws for a resource other than the service; without one, the service of the endpoint is meant. */
export function refuseOtherResource(params: URLSearchParams, address: string): void {
  for (const named of params.getAll('resource')) {
    if (!isResource(named, address)) {
      throw new OauthProblem('invalid_target', `The parameter resource must be ${address}.`)
    }
  }
}

/** Returns the offered scopes in a list; all of them if it contains none that is known. */
export function scopesIn(scope: string | undefined, offered: readonly McpScope[]): readonly McpScope[] {
  const named = new Set(scope?.split(' '))
  const whole = [...named].some((each) => wholeScopes.has(each))
  const selection = offered.filter((each) => whole || named.has(each))
  return selection.length === 0 ? offered : offered.filter((each) => each === 'mcp:read' || selection.includes(each))
}
