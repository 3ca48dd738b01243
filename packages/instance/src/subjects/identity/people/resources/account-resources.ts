import { invalid, Problem } from '@millwright/contract/problem'
import type { ActiveSession } from '@millwright/contract/wire/session'
import { twoStepPolicies } from '@millwright/contract/wire/two-step'
import { isRootAdmin, rejectProgram } from '../../../../access/required-rights.ts'
import type { EndSessions, StartProgramSession, StartSession } from '../../../../gateway/ports/sign-in.ts'
import type { Registry } from '../../../../gateway/registry.ts'
import { isoMicros } from '../../../../platform/clock.ts'
import type { Row } from '../../../../records/system/sql-runner.ts'
import type { AccessRequest, ApiRequest } from '../../../../request/api-request.ts'
import { assertNoRest, fieldsOf, unsupported } from '../../../../request/body.ts'
import type { CallerUser } from '../../../../request/caller.ts'
import { flag } from '../../../../request/params.ts'
import { refuseManaged } from '../../../ground/system/refuse-managed.ts'
import type { SystemResource } from '../../../ground/system/resource.ts'
import { secondStepReset } from '../account-notices.ts'
import { createAccountWriter } from '../account-writer.ts'
import { type BeginSession, beginSession } from '../begin-session.ts'
import { createAccountLinking } from '../external/account-linking.ts'
import { createEnter, createEnterProgram } from '../external/enter.ts'
import { createExternalLogin } from '../external/external-login.ts'
import { createSignInStates } from '../external/sign-in-states.ts'
import { createSingleLogOut } from '../external/single-log-out.ts'
import { createPeople } from '../people.ts'
import { createRegistrar } from '../registrar.ts'
import type { ListedSession, SessionOwner } from '../sessions/sessions.ts'
import { changePolicy, policyNamed, twoStepRule } from '../two-step/policy.ts'
import { createOwnTokensResource } from './access-tokens.ts'
import { createPasswordResource } from './password.ts'
import { createProfileResource } from './profile.ts'
import { createRegisterResource } from './register.ts'
import type { ResourceParts } from './resource-parts.ts'
import { createSessionResource } from './session.ts'
import { createTwoStepResource } from './two-step-resource.ts'

interface OwnResources {
  readonly system: readonly SystemResource[]
  readonly user: readonly SystemResource[]
  /** Signs in people who come through external services without `user/session`. */
  readonly enter: StartSession
  readonly enterProgram: StartProgramSession
  readonly endSessions: EndSessions
  readonly begin: BeginSession
}

/** Creates the resources for a person's own session, password and profile, for the services `system` and `user`. */
export function createAccountResources(
  baseParts: Omit<ResourceParts, 'people'>,
  services: Pick<Registry, 'find'>,
): OwnResources {
  const writes = createAccountWriter(baseParts)
  const parts = { ...baseParts, people: createPeople(baseParts.store, baseParts.clock, writes) }
  const registrar = createRegistrar(baseParts, writes)
  const make = [createPasswordResource, createProfileResource]
  const linking = createAccountLinking(writes, baseParts.clock)
  const enter = createEnter(parts, linking)
  const singleLogOut = createSingleLogOut({ store: baseParts.store, services }, writes)
  const states = createSignInStates(baseParts.vault, baseParts.clock, baseParts.revocations.add)
  const outside = createExternalLogin({ services, states, throttle: baseParts.throttle, enter })
  return {
    enter,
    enterProgram: createEnterProgram(parts, writes),
    endSessions: singleLogOut.end,
    begin: async (id, session) => (await beginSession(parts, id, session)).session_token ?? '',
    system: [
      createSessionResource('admin', parts),
      ...make.map((create) => create('admin', parts)),
      createTwoStepPolicyResource(parts),
    ],
    user: [
      createSessionResource('user', parts, { ...outside, addressAfter: singleLogOut.addressAfter }),
      ...make.map((create) => create('user', parts)),
      createRegisterResource({ ...parts, registrar }),
      createTwoStepResource(parts),
      createActiveSessionsResource(parts),
      createOwnTokensResource(parts),
    ],
  }
}

/**
 * `system/two_step`: who needs two-step sign-in and, below it by id, a person's second factors and their removal. For
 * unrestricted administrators only (docs/wire/two-step.md).
 */
function createTwoStepPolicyResource({ config, store, twoStep, notices }: ResourceParts): SystemResource {
  const { policy, factors, changes, writes } = twoStep

  async function answer(request: ApiRequest): Promise<object> {
    if (request.verb === 'GET') return { policy: await policy.read() }
    if (request.verb !== 'PUT' && request.verb !== 'PATCH') throw unsupported(request)
    rejectProgram(request.caller)
    const wanted = policyNamed(fieldsOf(request).policy)
    if (wanted === undefined) throw invalid({ policy: [`policy must be one of ${twoStepPolicies.join(', ')}.`] })
    await writes.run(request, async (tx, actor, log) => {
      if (config.configLock) await refuseManaged(tx, 'two_step', ['two_step'])
      await changePolicy(tx, wanted, log, actor)
    })
    return { policy: wanted }
  }

  async function ofPerson(request: ApiRequest, id: number): Promise<object> {
    const person = await store.db.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirst()
    if (person === undefined) throw new Problem(404, `Record with identifier '${id}' not found.`)
    if (request.verb === 'GET') {
      const { oneTimeCode, recoveryCodes, passkeys, appPasswords } = await factors.of(id)
      return {
        id,
        one_time_code: oneTimeCode,
        recovery_codes: recoveryCodes,
        passkeys: passkeys.length,
        app_passwords: appPasswords.length,
      }
    }
    if (request.verb !== 'DELETE') throw unsupported(request)
    await refuseReset(request, id, person.is_sys_admin !== 0)
    await changes.reset(id, request)
    notices.tell(person, [secondStepReset], request)
    return { id }
  }

  async function refuseReset({ caller }: ApiRequest, id: number, isAdmin: boolean): Promise<void> {
    rejectProgram(caller)
    if (caller.user?.id === id) throw new Problem(403, 'Change your own second step in your profile.')
    if (!isAdmin || (await isRootAdmin(caller, (sql) => store.statements.first<Row>(sql, [])))) return
    throw new Problem(403, 'Only a root administrator can reset the second step of administrators.')
  }

  return {
    name: 'two_step',
    label: 'Two-Step Sign-In',
    description: 'Who needs two-step sign-in, and resets of second steps.',
    singleton: true,
    keeps: twoStepRule,
    readOnly: false,
    guard: refuseLesser,
    async handle(request, [id, ...rest]) {
      assertNoRest(rest)
      if (id === undefined) return { status: 200, body: await answer(request) }
      if (!/^\d{1,15}$/.test(id)) throw new Problem(404, `Record with identifier '${id}' not found.`)
      return { status: 200, body: await ofPerson(request, Number(id)) }
    },
  }
}

function refuseLesser({ caller }: AccessRequest): void {
  if (!caller.sysadmin) throw new Problem(403, 'Only system administrators can see and change sign-in settings.')
}

/**
 * `user/active_session`: lists the caller's sessions, and ends one of them with `?id=` or all others with `?others=true`
 * (docs/wire/sessions.md).
 */
function createActiveSessionsResource({
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
      return { status: 200, body: { resource: listed.map((session) => present(session, current)) } }
    },
  }
}

function present(session: ListedSession, current: string | undefined): ActiveSession {
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
