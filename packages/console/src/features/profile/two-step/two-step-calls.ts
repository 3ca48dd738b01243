import type { OneTimeKey } from '@millwright/contract/wire/two-step'
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { session } from '../../../instance/browser-session.ts'
import { InstanceError } from '../../../instance/instance-error.ts'
import { send } from '../../../instance/send.ts'
import { profileMessages } from '../messages.ts'

export type BegunCode = OneTimeKey & { readonly challenge: string }

/** The response to a change: a new session token, and recovery codes if there are new ones. */
interface Changed {
  readonly session_token?: string
  readonly recovery_codes?: readonly string[]
}

const base = 'user/two_step'

const confirmation = (password: string) => ({ current_password: password })

/** Stores the new session token of a response. */
function taken<Answer extends Changed>(answer: Answer): Answer {
  if (answer.session_token) session.update({ session_token: answer.session_token })
  return answer
}

export async function beginCode(password: string): Promise<BegunCode> {
  const body = confirmation(password)
  return (await send<BegunCode>({ verb: 'POST', path: `${base}/one_time_code`, body })).data
}

/** Returns recovery codes; empty if the person already has some. */
export async function setUpCode(challenge: string, code: string): Promise<readonly string[]> {
  const body = { challenge, code }
  const { data } = await send<Changed>({ verb: 'PUT', path: `${base}/one_time_code`, body })
  return taken(data).recovery_codes ?? []
}

export async function removeCode(password: string): Promise<void> {
  const body = confirmation(password)
  taken((await send<Changed>({ verb: 'DELETE', path: `${base}/one_time_code`, body })).data)
}

export async function renewRecoveryCodes(password: string): Promise<readonly string[]> {
  const body = confirmation(password)
  return (await send<Changed>({ verb: 'POST', path: `${base}/recovery_codes`, body })).data.recovery_codes ?? []
}

/** Creates a passkey in the browser. Returns recovery codes; empty if the person already has some. */
export async function addPasskey(name: string, password: string): Promise<readonly string[]> {
  const path = `${base}/passkey`
  const begun = await send<{ challenge: string; passkey: PublicKeyCredentialCreationOptionsJSON }>({
    verb: 'POST',
    path,
    body: confirmation(password),
  })
  const { challenge, passkey: optionsJSON } = begun.data
  const { startRegistration } = await import('@simplewebauthn/browser')
  const passkey = await startRegistration({ optionsJSON }).catch((error: unknown) => {
    throw new InstanceError(profileMessages.passkeyCancelled, { cause: error })
  })
  const { data } = await send<Changed>({ verb: 'PUT', path, body: { challenge, name, passkey } })
  return taken(data).recovery_codes ?? []
}

export async function renamePasskey(id: number, name: string): Promise<void> {
  await send({ verb: 'PATCH', path: `${base}/passkey`, params: { id }, body: { name } })
}

export async function removePasskey(id: number, password: string): Promise<void> {
  const body = confirmation(password)
  taken((await send<Changed>({ verb: 'DELETE', path: `${base}/passkey`, params: { id }, body })).data)
}

export async function makeAppPassword(name: string, password: string): Promise<string> {
  const body = { ...confirmation(password), name }
  return (await send<{ password: string }>({ verb: 'POST', path: `${base}/app_password`, body })).data.password
}

export async function revokeAppPassword(id: number): Promise<void> {
  await send({ verb: 'DELETE', path: `${base}/app_password`, params: { id } })
}
