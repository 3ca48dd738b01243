import { hostname } from 'node:os'
import { Problem } from '@millwright/contract/problem'
import type { Session } from '@millwright/contract/wire/session'
import type { Device, SessionProof, Tokens } from '../../../gateway/parts.ts'
import { plainSeconds } from '../../../platform/clock.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import type { CallerApp, CallerUser } from '../../../request/caller.ts'
import { type CompiledRole, noRole } from '../../../request/compiled-role.ts'
import type { Directory, Person } from './directory.ts'
import type { ResourceParts } from './resources/resource-parts.ts'
import { deviceOf } from './sessions/sessions.ts'
import { type SecondStep, stepPersonOf } from './two-step/second-step.ts'

export type SessionParts = Pick<ResourceParts, 'directory' | 'people' | 'tokens' | 'twoStep'>

export interface NewSession {
  readonly app: CallerApp | null
  readonly forever: boolean
  readonly device: Device
  /** Scheme and host of the request. */
  readonly origin: string
  /** The completed second step. If absent, it is still required where enabled. */
  readonly proof?: SessionProof
  /** Token generation with which the password was verified: if it has been changed since, there is no session. */
  readonly generation?: number
  /** When it ends at the latest, in Unix seconds. */
  readonly until?: number
}

/**
 * Creates sessions for people who have proven their identity by any method. Throws a 403 if their role in the app is inactive,
 * and a 401 with a challenge if a second step is required (docs/wire/two-step.md).
 */
export async function beginSession(
  parts: SessionParts,
  id: number,
  { app, forever, device, origin, proof, generation, until }: NewSession,
): Promise<Session> {
  const known = await parts.directory.person(id)
  await refuseInactiveRole(parts, known.value, app)
  if (proof === undefined && known.value !== null) {
    await parts.twoStep.secondStep.demand(stepPersonOf(known.value), forever, origin)
  }
  await parts.people.signedIn(id)
  const { value: person } = await parts.directory.reread(id)
  const isOutdated = generation !== undefined && !(person?.isActive && person.tokenGeneration === generation)
  if (person === null || isOutdated)
    throw new Problem(401, 'Invalid credentials supplied.', { reason: 'wrong_password' })
  return sessionOf(parts, person, app, await parts.tokens.issueTo(person, forever, { proof, device, until }))
}

/** Creates a session, and returns its token. */
export type BeginSession = (id: number, session: NewSession) => Promise<string>

/** The session object for a person's token. */
export async function sessionOf(
  { directory }: Pick<SessionParts, 'directory'>,
  person: Person,
  app: CallerApp | null,
  token: { readonly token: string; readonly expires: number },
): Promise<Session> {
  const role = await directory.roleOf(person, app)
  return sessionAnswer(person.user, role?.value ?? null, token)
}

async function refuseInactiveRole(
  { directory }: Pick<SessionParts, 'directory'>,
  person: Person | null,
  app: CallerApp | null,
): Promise<void> {
  const assigned = app === null ? undefined : person?.roles.get(app.id)
  if (assigned === undefined) return
  const role = await directory.role(assigned)
  if (role.value?.isActive === false) throw new Problem(403, 'Role is not active.', { reason: 'inactive_role' })
}

/** The response to login, reading and refresh. `expires`: Unix time in seconds, absent without a token (HTTP Basic). */
export function sessionAnswer(
  user: CallerUser,
  role: CompiledRole | null,
  token: { readonly token: string; readonly expires: number } | null,
): Session {
  return {
    session_token: token?.token ?? null,
    session_id: token?.token ?? null,
    id: user.id,
    name: user.name,
    first_name: user.first_name,
    last_name: user.last_name,
    email: user.email,
    is_sys_admin: user.is_sys_admin,
    last_login_date: user.last_login_date,
    host: hostname(),
    ...(token === null ? {} : { token_expiry_date: plainSeconds(token.expires * 1000) }),
    ...(role === null || role.name === noRole.name ? {} : { role: role.name, role_id: role.id }),
    is_root_admin: user.is_root_admin,
    ...(user.language ? { language: user.language } : {}),
  }
}

/** Issues a new token after a change that ended the caller's own: for the same session, with the same lifetime and start. */
export async function replacementToken(
  tokens: Tokens,
  { caller, address, headers }: Pick<ApiRequest, 'caller' | 'address' | 'headers'>,
  id: number,
  proof?: SessionProof,
): Promise<string> {
  const was = caller.token === null ? null : tokens.describe(caller.token)
  const device = deviceOf({ address, headers })
  return tokens.issue(id, was?.forever ?? false, { proof: proof ?? was?.proof, session: was?.session, device })
}

interface FirstTokenParts {
  readonly directory: Directory
  readonly tokens: Tokens
  readonly twoStep: { readonly secondStep: Pick<SecondStep, 'isNeeded'> }
}

/** Issues a token after a password was set without a session, unless two-step sign-in is required. */
export async function firstToken(
  { directory, tokens, twoStep }: FirstTokenParts,
  id: number,
  request: Pick<ApiRequest, 'address' | 'headers'>,
): Promise<{ session_token: string } | { two_step_required: true }> {
  const { value } = await directory.reread(id)
  const needed = value !== null && (await twoStep.secondStep.isNeeded(stepPersonOf(value)))
  if (needed) return { two_step_required: true }
  return { session_token: await tokens.issue(id, false, { device: deviceOf(request) }) }
}
