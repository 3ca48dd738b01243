import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { narrowedCaller } from '../../../../access/narrowed.ts'
import type { Identify } from '../../../../gateway/parts.ts'
import type { ApiRequest } from '../../../../request/api-request.ts'
import { ignoresSession } from '../../../../request/session-calls.ts'
import type { Reply } from './reply.ts'

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
