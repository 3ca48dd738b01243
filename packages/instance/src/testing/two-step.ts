import type { Session } from '@millwright/contract/wire/session'
import type { OneTimeKey, TwoStepPolicy, TwoStepRequest } from '@millwright/contract/wire/two-step'
import { Secret, TOTP } from 'otpauth'
import type { TestInstance } from './open-test-instance.ts'
import type { Answer } from './send.ts'

/** The code that an authenticator app shows for this secret at a time, in milliseconds. */
export function codeAt(secret: string, now: number): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: now })
}

export async function setPolicy({ send, root }: Pick<TestInstance, 'send' | 'root'>, policy: TwoStepPolicy) {
  const { status } = await send('PUT', 'system/two_step', { as: root, body: { policy } })
  if (status !== 200) throw new Error(`The policy was refused with ${status}`)
}

interface Enrolled {
  readonly secret: string
  readonly recovery_codes: readonly string[]
  /** The new token of the session. */
  readonly token: string
}

/** Sets up one-time codes for a signed-in person. */
export async function enrol(
  { send, parts }: Pick<TestInstance, 'send' | 'parts'>,
  person: { readonly token: string; readonly password: string },
): Promise<Enrolled> {
  const path = 'user/two_step/one_time_code'
  const begun = await send<OneTimeKey & { challenge: string }>('POST', path, {
    as: person,
    body: { current_password: person.password },
  })
  const { secret, challenge } = begun.body
  const done = await send<{ recovery_codes: string[]; session_token: string }>('PUT', path, {
    as: person,
    body: { challenge, code: codeAt(secret, parts.clock()) },
  })
  if (done.status !== 200) throw new Error(`Enrolment answered ${done.status}: ${JSON.stringify(done.body)}`)
  return { secret, recovery_codes: done.body.recovery_codes, token: done.body.session_token }
}

/** The two-step request in a rejected login; throws if there is none. */
export function askedIn({ status, body }: Answer<unknown>): TwoStepRequest {
  const context = (body as { error?: { context?: { two_step?: TwoStepRequest } } }).error?.context
  if (status !== 401 || context?.two_step === undefined) throw new Error(`No second step: ${JSON.stringify(body)}`)
  return context.two_step
}

/** Creates an app password for a signed-in person, who must have a second step if the policy is not `allowed`. */
export async function createAppPassword(
  { send }: Pick<TestInstance, 'send'>,
  person: { readonly token: string; readonly password: string },
): Promise<string> {
  const body = { current_password: person.password, name: 'program' }
  const made = await send<{ password: string }>('POST', 'user/two_step/app_password', { as: person, body })
  if (made.status !== 201 && made.status !== 200) throw new Error(`The app password was refused with ${made.status}`)
  return made.body.password
}

/** A session that a program started with an app password of a new root administrator. */
export async function programOfAdmin(instance: TestInstance) {
  const { send, make } = instance
  await setPolicy(instance, 'allowed')
  const admin = await make.admin({ is_root_admin: true })
  const { body } = await send<Session>('POST', 'system/admin/session', {
    body: { email: admin.email, password: await createAppPassword(instance, admin) },
  })
  return { admin, as: { token: body.session_token ?? '' } }
}
