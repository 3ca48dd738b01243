import { apiKeyHeader, sessionTokenHeader } from '@millwright/contract/headers'
import { Problem } from '@millwright/contract/problem'
import type { ApiRequest } from '../request/api-request.ts'
import { trimSlashes } from './rule-match.ts'
import { tokenRefusal } from './token-scope.ts'

/**
 * The error response to a request that was not allowed: which credentials are missing, in the wire's order, or what the role does
 * not allow. 400, 401 or 403 (docs/wire/access.md).
 */
export function accessProblem(
  request: Pick<ApiRequest, 'verb' | 'service' | 'resource' | 'requestor' | 'caller'>,
): Problem {
  const { caller, requestor } = request
  if (caller.program?.kind === 'access token')
    return new Problem(403, tokenRefusal(request, caller.program), { reason: 'rule' })
  if (caller.narrowedBy !== undefined) return new Problem(403, beyondAuthor(request), { reason: 'author' })
  const signedIn = caller.user !== null
  if (!caller.sentKey && !signedIn && requestor !== 'SCRIPT')
    return new Problem(400, nothingSent, { reason: 'no_credentials' })
  if (caller.role === null) {
    if (!caller.sentKey) return new Problem(400, noKey, { reason: 'no_key' })
    if (!signedIn) return new Problem(400, noToken, { reason: caller.app === null ? 'bad_key' : 'no_session' })
    return new Problem(403, noRole, { reason: 'no_role' })
  }
  if (!caller.role.isActive) return new Problem(403, roleInactive, { reason: 'inactive_role' })
  if (!signedIn) return new Problem(401, 'Unauthorized. User is not authenticated.', { reason: 'rule' })
  return new Problem(403, denied(request), { reason: 'rule' })
}

const noRole = 'Access Forbidden. No role is assigned to this user for this app.'
const roleInactive = 'Access Forbidden. The role for this app is not active.'
const nothingSent =
  'No session token (JWT) or API Key detected in request. ' +
  `Please send in ${sessionTokenHeader} and/or ${apiKeyHeader} request header. ` +
  'You can also use URL query parameters session_token and/or api_key.'
const noKey =
  `No API Key provided. Please provide a valid API Key using ${apiKeyHeader} request header ` +
  "or 'api_key' url query parameter."
const noToken =
  `No session token (JWT) provided. Please provide a valid JWT using ${sessionTokenHeader} request header ` +
  "or 'session_token' url query parameter."

function beyondAuthor({ verb, service, resource }: Pick<ApiRequest, 'verb' | 'service' | 'resource'>): string {
  const path = [service, trimSlashes(resource)].filter((part) => part !== '').join('/')
  return `Access Forbidden. ${verb} of '${path}' is not allowed: code of another person needs the rights of its author as well as the caller's.`
}

function denied({ verb, service, resource }: Pick<ApiRequest, 'verb' | 'service' | 'resource'>): string {
  const component = trimSlashes(resource)
  const target = component === '' ? `service '${service}'` : `component '${component}' of service '${service}'`
  return `Access Forbidden. ${verb} access to ${target} is not allowed by this user's role.`
}
