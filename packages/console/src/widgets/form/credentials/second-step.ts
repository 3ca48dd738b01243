import type { Session } from '@millwright/contract/wire/session'
import type { TwoStepRequest } from '@millwright/contract/wire/two-step'
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { InstanceError } from '../../../instance/instance-error.ts'
import { promptSecondStep } from '../../../instance/second-step-request.ts'
import { send } from '../../../instance/send.ts'
import { t } from './messages.ts'

/** A session, with recovery codes if the second step was set up with it. */
export type ProvedSession = Session & { recovery_codes?: string[] }

/** Continues a rejected login that requires a second step; throws the error if it does not, or an error if the user cancels. */
export async function secondStepAfter(refusal: unknown, path: string): Promise<Session> {
  const secondStep = secondStepIn(refusal)
  if (secondStep === null) throw refusal
  const session = await promptSecondStep(secondStep, path)
  if (session === null) throw new InstanceError(t.secondStepSkipped)
  return session
}

/** The second step that the `context` of an error requires, or `null`. */
export function secondStepIn(refusal: unknown): TwoStepRequest | null {
  if (!(refusal instanceof InstanceError) || refusal.status !== 401) return null
  return isObject(refusal.context) ? readRequest(refusal.context.two_step) : null
}

function readRequest(sent: unknown): TwoStepRequest | null {
  if (!isObject(sent)) return null
  const { challenge, expires_in, methods, passkey, enrol } = sent
  if (typeof challenge !== 'string' || !Array.isArray(methods)) return null
  return {
    challenge,
    expires_in: typeof expires_in === 'number' ? expires_in : 0,
    methods: (['code', 'recovery_code', 'passkey'] as const).filter((method) => methods.includes(method)),
    ...(isObject(passkey) ? { passkey } : {}),
    ...(isObject(enrol) && typeof enrol.secret === 'string' && typeof enrol.uri === 'string'
      ? { enrol: { secret: enrol.secret, uri: enrol.uri } }
      : {}),
  }
}

export async function proveByCode(path: string, challenge: string, code: string): Promise<ProvedSession> {
  return (await send<ProvedSession>({ verb: 'POST', path, body: { challenge, code } })).data
}

/** Prompts for the passkey. Throws if the user cancels. */
export async function proveByPasskey(path: string, { challenge, passkey }: TwoStepRequest): Promise<ProvedSession> {
  const used = await passkeyAnswer(passkey)
  return (await send<ProvedSession>({ verb: 'POST', path, body: { challenge, passkey: used } })).data
}

/** Signs in with a passkey alone, which identifies the account. */
export async function logInByPasskey(remember: boolean): Promise<Session> {
  const { data } = await send<{ two_step: TwoStepRequest }>({
    verb: 'POST',
    path: 'user/session',
    body: { passkey: true },
  })
  const { challenge, passkey } = data.two_step
  const body = { challenge, passkey: await passkeyAnswer(passkey), remember_me: remember }
  const post = async (path: string) => (await send<Session>({ verb: 'POST', path, body })).data
  try {
    return await post('user/session')
  } catch (error) {
    // The passkey identifies its owner; the endpoint of the other account type left the challenge unused.
    if (error instanceof InstanceError && error.status === 401) return await post('system/admin/session')
    throw error
  }
}

/** Passkeys are bound to a host name: pages loaded from an IP address, or without encryption, cannot use them. */
export function passkeysWork(): boolean {
  return window.isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(window.location.hostname)
}

async function passkeyAnswer(options: object | undefined): Promise<object> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  try {
    return await startAuthentication({ optionsJSON: { ...options } as PublicKeyCredentialRequestOptionsJSON })
  } catch (error) {
    throw new InstanceError(t.passkeyUnused, { cause: error })
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
