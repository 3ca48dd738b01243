import type { Session } from '@millwright/contract/wire/session'
import { InstanceError } from '../../../instance/instance-error.ts'
import { send } from '../../../instance/send.ts'
import type { Call } from '../../../instance/transport.ts'
import { t } from './messages.ts'
import { secondStepAfter } from './second-step.ts'
import { notedLeaving } from './sign-in-elsewhere.ts'

export type LoginAttribute = 'email' | 'username'

export interface Credentials {
  attribute: LoginAttribute
  identity: string
  password: string
  remember: boolean
  /** Name of an LDAP service; empty for the instance's own accounts. */
  service: string
}

/**
 * Signs in as a user and, unless a directory service was chosen, as an administrator if there is no such user, since the two have separate
 * endpoints. Throws the error of the last attempt.
 */
export async function logIn({ attribute, identity, password, remember, service }: Credentials): Promise<Session> {
  const body = {
    [service ? 'username' : attribute]: identity,
    password,
    remember_me: remember,
    ...(service ? { service } : {}),
  }
  const post = (path: string) => begin({ verb: 'POST', path, body })
  return service ? post('user/session') : forUserElseAdmin((kind) => post(`${kind}/session`))
}

/** Tries the users' endpoint, then the administrators' if the account is unknown there. */
export async function forUserElseAdmin<T>(attempt: (kind: 'user' | 'system/admin') => Promise<T>): Promise<T> {
  try {
    return await attempt('user')
  } catch (error) {
    if (!(error instanceof InstanceError) || (error.status !== 401 && error.status !== 404)) throw error
    return attempt('system/admin')
  }
}

/** Signs in with the token in the URL from another page or an external provider. */
export async function logInFromAddress(query: URLSearchParams): Promise<Session> {
  const refusal = signInRefusal(query)
  if (refusal !== null) throw new Error(refusal)
  const challenge = query.get('two_step')
  if (challenge) {
    return forUserElseAdmin((kind) => begin({ verb: 'POST', path: `${kind}/session`, body: { challenge } }))
  }
  const token = query.get('session_token') ?? query.get('jwt')
  return begin(
    token
      ? { verb: 'GET', path: 'user/session', params: { session_token: token } }
      : { verb: 'POST', path: 'user/session', params: { oauth_callback: true, ...Object.fromEntries(query) } },
  )
}

/** Makes the login request, and asks for the second step if the instance requires it. */
async function begin(call: Call): Promise<Session> {
  try {
    return (await send<Session>(call)).data
  } catch (error) {
    return await secondStepAfter(error, call.path)
  }
}

/** Whether a URL contains a token or a provider's response, which may be an error. */
export function bringsLogin(query: URLSearchParams): boolean {
  return query.has('oauth_token') || bringsAnswer(query)
}

/** Whether the user returns from a provider after leaving from here, even if someone is signed in. */
export function isComingBack(query: URLSearchParams): boolean {
  return bringsAnswer(query) && notedLeaving() !== null
}

/** Parameters with which instances redirect users here, and providers on an error. */
const answers = ['session_token', 'jwt', 'two_step', 'sign_in_error', 'error']

function bringsAnswer(query: URLSearchParams): boolean {
  if (answers.some((name) => query.has(name))) return true
  return query.has('state') && query.has('code')
}

/** Why a provider's response did not sign the user in. URLs contain only codes, since anyone could put text into one. */
const refusals: Readonly<Record<string, string>> = {
  expired: t.signInExpired,
  repeated: t.signInUsed,
  'not-begun-here': t.signInForeign,
  'no-account': t.noAccount,
  untrusted: t.providerUnverified,
}

/**
 * The message for the URL parameter `sign_in_error`, or `error` if it is from the instance; `null` without one. With a `state`, the error
 * is the provider's, and the instance reads it.
 */
function signInRefusal(query: URLSearchParams): string | null {
  const code = query.get('sign_in_error') ?? (query.has('state') ? null : query.get('error'))
  return code === null ? null : ((Object.hasOwn(refusals, code) ? refusals[code] : null) ?? t.refusedByProvider)
}
