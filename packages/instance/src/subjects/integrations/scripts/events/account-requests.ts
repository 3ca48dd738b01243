import { Problem } from '@millwright/contract/problem'
import { secretMask } from '@millwright/contract/records/lookup'
import { ExactNumber } from '@millwright/contract/wire/exact-json'
import { isRecord } from '@millwright/contract/wire/is-record'
import { narrowedCaller } from '../../../../access/decide.ts'
import { isGuarded } from '../../../../access/required-rights.ts'
import type { Identify } from '../../../../gateway/parts.ts'
import type { Registered } from '../../../../gateway/registry.ts'
import type { ApiRequest } from '../../../../request/api-request.ts'
import { ignoresSession } from '../../../../request/call.ts'
import type { Reply } from './reply.ts'

/** Names of members with credentials in requests that concern accounts. */
const credential =
  /pass(?:word|phrase|wd)?$|^(?:|.*_)codes?$|security_answer|session_(?:token|id)|(?:^|_)token$|secret|^SAML(?:Request|Response)$|^state$/i

/** Whether requests to a service carry passwords or codes: account and sign-in services. */
export function carriesCredentials({ row, service }: Pick<Registered, 'row' | 'service'>): boolean {
  return isGuarded(row.name) || service.signIn !== undefined || service.signOutAt !== undefined
}

/** Masks strings in members with the name of a credential; `secret`: the value itself is one. */
export function withoutCredentials(value: unknown, secret = false): unknown {
  if (typeof value === 'string') return secret && value !== '' ? secretMask : value
  if (Array.isArray(value)) return value.map((each) => withoutCredentials(each, secret))
  if (!isRecord(value) || value instanceof ExactNumber) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, withoutCredentials(each, secret || credential.test(name))]),
  )
}

/** Whether the request refreshes or ends the session of its token, of which its caller knows nothing, as the token may be invalid. */
export function endsSession(request: ApiRequest): boolean {
  return request.verb !== 'POST' && ignoresSession(request)
}

/** The token of a session that a request of an account or sign-in service began; `null` if it began none. */
export function sessionBegunBy({ status, content }: Reply): string | null {
  const token = status < 300 && isRecord(content) ? content.session_token : null
  return typeof token === 'string' && token !== '' ? token : null
}

/**
 * Returns a function that gives a request the caller of a session, for the scripts that run at it: whoever logs in or out. Without a token, or with
 * an invalid one, the request is unchanged. Authors that limit its caller still do.
 */
export function createAsSession(identify: Identify) {
  return async (request: ApiRequest, token: string | null): Promise<ApiRequest> => {
    if (token === null || token === request.caller.token) return request
    const { app, sentKey, narrowedBy = [] } = request.caller
    const apiKey = app?.api_key ?? (sentKey ? '' : null)
    try {
      const caller = await identify({ apiKey, token, basic: null, scriptToken: null }, request.address)
      return { ...request, sentToken: token, caller: narrowedBy.reduce(narrowedCaller, caller) }
    } catch (error) {
      if (error instanceof Problem) return request
      throw error
    }
  }
}
