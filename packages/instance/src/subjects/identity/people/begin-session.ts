import { Problem } from '@millwright/contract/problem'
import type { Session } from '@millwright/contract/wire/session'
import type { Device, SessionProof } from '../../../gateway/parts.ts'
import type { CallerApp } from '../../../request/caller.ts'
import type { Person } from './directory.ts'
import type { ResourceParts } from './resources/resource-parts.ts'
import { sessionAnswer } from './resources/session-answer.ts'
import { stepPersonOf } from './two-step/second-step.ts'

export type SessionParts = Pick<ResourceParts, 'directory' | 'people' | 'tokens' | 'twoStep'>

export interface NewSession {
  readonly app: CallerApp | null
  readonly forever: boolean
  readonly device: Device
  /** Scheme and host of the request. */
  readonly origin: string
  /** The completed second step. If absent, it is still required where enabled. */
  readonly proof?: SessionProof
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
  { app, forever, device, origin, proof, until }: NewSession,
): Promise<Session> {
  const known = await parts.directory.person(id)
  await refuseInactiveRole(parts, known.value, app)
  if (proof === undefined && known.value !== null) {
    await parts.twoStep.secondStep.demand(stepPersonOf(known.value), forever, origin)
  }
  await parts.people.signedIn(id)
  const { value: person } = await parts.directory.reread(id)
  if (person === null) throw new Problem(401, 'Invalid credentials supplied.', { reason: 'wrong_password' })
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
