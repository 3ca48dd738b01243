import { Problem } from '@millwright/contract/problem'
import type { ActiveSession } from '@millwright/contract/wire/active-session'
import { rejectProgram } from '../../../access/programs.ts'
import { isoMicros } from '../../../platform/clock.ts'
import type { AccessRequest, ApiRequest } from '../../../request/api-request.ts'
import type { CallerUser } from '../../../request/caller.ts'
import { assertNoRest, unsupported } from '../../../request/fields.ts'
import { flag } from '../../../request/params.ts'
import type { SystemResource } from '../../system/system-resource.ts'
import type { ListedSession, SessionOwner } from '../sessions/sessions.ts'
import type { ResourceParts } from './resource-parts.ts'

/**
 * `user/active_session`: lists the caller's sessions, and ends one of them with `?id=` or all others with `?others=true`
 * (docs/wire/sessions.md).
 */
export function createActiveSessionsResource({
  directory,
  sessions,
  tokens,
}: Pick<ResourceParts, 'directory' | 'sessions' | 'tokens'>): SystemResource {
  async function ownerOf({ id }: CallerUser): Promise<SessionOwner> {
    const { value } = await directory.person(id)
    if (value === null) throw new Problem(401, 'Unauthorized. There is no session.')
    return value
  }

  const currentOf = ({ caller: { token } }: ApiRequest) => (token === null ? null : tokens.describe(token))?.session.id

  async function end(request: ApiRequest, owner: SessionOwner): Promise<object> {
    rejectProgram(request.caller)
    if (flag(request.params, 'others')) {
      return { success: true, ended: await sessions.endOthers(owner, currentOf(request) ?? null) }
    }
    const { id } = request.params
    if (!id) throw new Problem(400, 'Name the session by the parameter id, or send others=true to end all others.')
    if (!(await sessions.end(owner, id))) throw new Problem(404, 'You have no such session.')
    return { id }
  }

  return {
    name: 'active_session',
    label: 'Active Sessions',
    description: 'Your own sessions on all devices.',
    singleton: true,
    keeps: 'people',
    readOnly: false,
    guard: (request) => void whoCalls(request),
    async handle(request, rest) {
      assertNoRest(rest)
      const owner = await ownerOf(whoCalls(request))
      if (request.verb === 'DELETE') return { status: 200, body: await end(request, owner) }
      if (request.verb !== 'GET') throw unsupported(request)
      const current = currentOf(request)
      const listed = await sessions.listOf(owner)
      return { status: 200, body: { resource: listed.map((session) => told(session, current)) } }
    },
  }
}

function told(session: ListedSession, current: string | undefined): ActiveSession {
  const { id, begun, last_seen, expires, address, user_agent, app_password } = session
  return {
    id,
    created_date: isoMicros(begun * 1000),
    last_seen_date: isoMicros(last_seen * 1000),
    expires_date: isoMicros(expires * 1000),
    address,
    user_agent,
    app_password,
    current: id === current,
  }
}

function whoCalls({ caller: { user } }: AccessRequest): CallerUser {
  if (user === null) throw new Problem(401, 'Unauthorized. There is no session.')
  return user
}
