import { Problem } from '@millwright/contract/problem'
import type { Session } from '@millwright/contract/wire/session'
import { currentRequest } from '../../../../platform/tracing/request-context.ts'
import type { ApiRequest, ApiResponse } from '../../../../request/api-request.ts'
import {
  assertNoRest,
  type Fields,
  fieldsOf,
  flagIn,
  loginField,
  textIn,
  unsupported,
} from '../../../../request/body.ts'
import type { SystemResource } from '../../../ground/system/resource.ts'
import { secondStepSetUp } from '../account-notices.ts'
import type { Population } from '../authenticate.ts'
import { beginSession, sessionAnswer, sessionOf } from '../begin-session.ts'
import type { Person } from '../directory.ts'
import type { ExternalLogin } from '../external/external-login.ts'
import type { SingleLogOut } from '../external/single-log-out.ts'
import { deviceOf } from '../sessions/sessions.ts'
import { refusedRefresh } from '../token-rules.ts'
import { provedTwice, stepPersonOf } from '../two-step/second-step.ts'
import type { ResourceParts } from './resource-parts.ts'

/**
 * `user/session` or `system/admin/session`: reads, creates, refreshes and ends a session (docs/wire/sessions.md). `outside`:
 * external services for signing in.
 */
export function createSessionResource(
  population: Population,
  parts: ResourceParts,
  outside?: ExternalLogin & Pick<SingleLogOut, 'addressAfter'>,
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

  async function refresh(request: ApiRequest): Promise<Session> {
    const { sentToken, caller } = request
    if (sentToken === null) throw refusedRefresh('No session token was sent.')
    const mayRefresh = (person: Person) => !admin || person.user.is_sys_admin
    const { person, ...token } = await parts.tokens.refresh(sentToken, mayRefresh, deviceOf(request))
    return sessionOf(parts, person, caller.app, token)
  }

  async function logOut(request: ApiRequest): Promise<object> {
    const { sentToken } = request
    const address = sentToken === null ? null : await addressAfter(request, sentToken)
    if (sentToken !== null) await parts.tokens.revoke(sentToken)
    return { success: true, is_root_admin: false, ...(address !== null && { logout_url: address }) }
  }

  /** An error at the external service must not prevent the logout here. */
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
    keeps: 'people',
    readOnly: false,
    async handle(request, rest) {
      if (request.verb === 'PATCH') return refused(unsupported(request))
      assertNoRest(rest)
      try {
        return (await outside?.answer(request)) ?? { status: 200, body: await answer(request) }
      } catch (error) {
        return refused(error)
      }
    },
  }
}

/** Adds `is_root_admin: false` to the body of an error. */
function refused(error: unknown): ApiResponse {
  if (!(error instanceof Problem)) throw error
  const request_id = currentRequest()?.id
  const body = { ...error.body(), ...(request_id === undefined ? {} : { request_id }) }
  return { status: error.status, body: { error: body, is_root_admin: false }, headers: error.headers }
}

/** Logs in with a password, an app password or a passkey, and handles the second step (docs/wire/sessions.md, docs/wire/two-step.md). */
function createLogIn(population: Population, parts: ResourceParts): (request: ApiRequest) => Promise<object> {
  const { policy, secondStep, appPasswords } = parts.twoStep

  async function byPassword(request: ApiRequest, fields: Fields): Promise<object> {
    const attribute = parts.config.loginAttribute
    const name = loginField(fields, attribute)
    const password = loginField(fields, 'password')
    const { caller, origin } = request
    const session = { app: caller.app, forever: flagIn(fields, 'remember_me'), device: deviceOf(request), origin }
    const login = { attribute, name, password, population, address: request.address }
    const known = await appPasswords.find(login)
    if (known !== null) return beginSession(parts, known.user, { ...session, proof: { appPassword: known.id } })
    const { id, generation } = await parts.authenticate(login)
    const code = textIn(fields, 'code')
    const twice = code !== undefined && (await proves(id, code, request.address))
    return beginSession(parts, id, { ...session, generation, ...(twice && { proof: provedTwice }) })
  }

  /** Returns false if no code is required. */
  async function proves(id: number, code: string, address: string): Promise<boolean> {
    const { value } = await parts.directory.person(id)
    const person = value === null ? null : stepPersonOf(value)
    if (person === null || !(await secondStep.hasFactor(person))) return false
    await secondStep.checkCode(person, code, address)
    return true
  }

  async function byProof(request: ApiRequest, fields: Fields, challenge: string): Promise<object> {
    const code = textIn(fields, 'code')
    const { passkey } = fields
    if (code === undefined && passkey === undefined) {
      throw await secondStep.repeat(challenge, population, request.origin)
    }
    const proved =
      code === undefined
        ? await secondStep.proveByPasskey(challenge, passkey, population, request.origin)
        : await secondStep.proveByCode(challenge, code, population, request)
    const forever = proved.forever || flagIn(fields, 'remember_me')
    const { caller, origin } = request
    const begun = { app: caller.app, forever, device: deviceOf(request), origin, proof: provedTwice }
    const session = await beginSession(parts, proved.id, begun)
    if (proved.recoveryCodes.length === 0) return session
    const { db } = parts.store
    const person = await db.selectFrom('user').selectAll().where('id', '=', proved.id).executeTakeFirst()
    if (person !== undefined) parts.notices.tell(person, [secondStepSetUp], request)
    return { ...session, recovery_codes: proved.recoveryCodes }
  }

  async function invite({ origin }: ApiRequest): Promise<object> {
    if ((await policy.read()) === 'off') throw new Problem(400, 'Passkeys are not enabled on this instance.')
    return { two_step: await secondStep.invite(origin) }
  }

  return async (request) => {
    const fields = fieldsOf(request)
    if (textIn(fields, 'service') !== undefined || request.params.service) {
      throw new Problem(400, 'Administrators log in without a service.')
    }
    const challenge = textIn(fields, 'challenge')
    if (challenge !== undefined) return byProof(request, fields, challenge)
    return fields.passkey === true ? invite(request) : byPassword(request, fields)
  }
}
