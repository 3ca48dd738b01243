import { Problem } from '@millwright/contract/problem'
import type { Session } from '@millwright/contract/wire/session'
import type { ApiRequest, ApiResponse } from '../../../request/api-request.ts'
import { refuseRest, unsupported } from '../../../request/fields.ts'
import type { SystemResource } from '../../system/system-resource.ts'
import type { Population } from '../authenticate.ts'
import { sessionOf } from '../begin-session.ts'
import type { Person } from '../directory.ts'
import type { Departures } from '../external/departures.ts'
import type { OutsideLogin } from '../external/outside-login.ts'
import { refusedRefresh } from '../token-rules.ts'
import { createLogIn } from './log-in.ts'
import type { ResourceParts } from './resource-parts.ts'
import { sessionAnswer } from './session-answer.ts'

/**
 * `user/session` or `system/admin/session`: reads, begins, refreshes and ends a session (docs/wire/sessions.md). `outside`: where
 * people may come by way of other services.
 */
export function createSessionResource(
  population: Population,
  parts: ResourceParts,
  outside?: OutsideLogin & Pick<Departures, 'addressAfter'>,
): SystemResource {
  const admin = population === 'admin'
  const logIn = createLogIn(population, parts)

  async function answer(request: ApiRequest): Promise<object> {
    switch (request.verb) {
      case 'GET':
        return read(request)
      case 'POST':
        return logIn(request)
      case 'PUT':
        return refresh(request)
      case 'DELETE':
        return logOut(request)
      case 'PATCH':
        throw unsupported(request)
    }
  }

  function read({ caller: { user, role, token } }: ApiRequest): Session {
    if (user === null) {
      throw admin ? new Problem(404, 'No session was found.') : new Problem(401, 'Unauthorized. There is no session.')
    }
    if (admin && !user.is_sys_admin) throw new Problem(401, 'Unauthorized. This session is not an administrator’s.')
    const described = token === null ? null : parts.tokens.describe(token)
    return sessionAnswer(
      user,
      role,
      token === null || described === null ? null : { token, expires: described.expires },
    )
  }

  async function refresh({ sentToken, caller }: ApiRequest): Promise<Session> {
    if (sentToken === null) throw refusedRefresh('No session token was sent.')
    const mayRefresh = (person: Person) => !admin || person.user.is_sys_admin
    const { person, ...token } = await parts.tokens.refresh(sentToken, mayRefresh)
    return sessionOf(parts, person, caller.app, token)
  }

  async function logOut(request: ApiRequest): Promise<object> {
    const { sentToken } = request
    const address = sentToken === null ? null : await addressAfter(request, sentToken)
    if (sentToken !== null) await parts.tokens.revoke(sentToken)
    return { success: true, is_root_admin: false, ...(address !== null && { logout_url: address }) }
  }

  /** Nothing that is wrong elsewhere keeps anybody signed in here. */
  async function addressAfter(request: ApiRequest, token: string): Promise<string | null> {
    if (outside === undefined) return null
    try {
      const { person } = await parts.tokens.verify(token)
      return await outside.addressAfter(person.value.user.id, request)
    } catch {
      return null
    }
  }

  return {
    name: admin ? 'admin/session' : 'session',
    label: admin ? 'Administrator Session' : 'Session',
    description: admin
      ? 'Logs administrators in and out, and reads and refreshes their sessions.'
      : 'Logs people in and out, and reads and refreshes their sessions.',
    singleton: true,
    readOnly: false,
    async handle(request, rest) {
      if (request.verb === 'PATCH') return refused(unsupported(request))
      refuseRest(rest)
      try {
        return (await outside?.answer(request)) ?? { status: 200, body: await answer(request) }
      } catch (error) {
        return refused(error)
      }
    },
  }
}

/** Refusals under a session's address say too that nobody is a root administrator. */
function refused(error: unknown): ApiResponse {
  if (!(error instanceof Problem)) throw error
  return { status: error.status, body: { ...error.envelope(), is_root_admin: false }, headers: error.headers }
}
