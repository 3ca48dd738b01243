import type { Session } from '@millwright/contract/wire/session'
import { InstanceError } from '../../instance/instance-error.ts'
import { send } from '../../instance/send.ts'
import type { Call } from '../../instance/transport.ts'
import { t } from './messages.ts'
import { secondStepAfter } from './second-step.ts'
import { notedLeaving } from './sign-in-elsewhere.ts'

export type LoginAttribute = 'email' | 'username'

export interface Credentials {
  attribute: LoginAttribute
  identity: string
  password: string
  remember: boolean
  /** Name of a directory service; empty: the instance's own people. */
  service: string
}

/**
 * Signs in as a user and, unless a directory was chosen, again as an administrator where there is no such user: the two
 * are apart on the wire. Throws the refusal of the last try.
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

/** Tries the users' endpoint, then the administrators' when it knows nobody of that name. */
export async function forUserElseAdmin<T>(attempt: (kind: 'user' | 'system/admin') => Promise<T>): Promise<T> {
  try {
    return await attempt('user')
  } catch (error) {
    if (!(error instanceof InstanceError) || (error.status !== 401 && error.status !== 404)) throw error
    return attempt('system/admin')
  }
}

/** Signs in with the token that another page or a provider sent people here with. */
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

/** Asks for the second step where the instance does. */
async function begin(call: Call): Promise<Session> {
  try {
    return (await send<Session>(call)).data
  } catch (error) {
    return await secondStepAfter(error, call.path)
  }
}

/** Whether an address brings a token or the answer of a provider, which may be a refusal. */
export function bringsLogin(query: URLSearchParams): boolean {
  return query.has('oauth_token') || bringsAnswer(query)
}

/** Whether people come with it from a provider to which they went from here, even where somebody is signed in. */
export function isComingBack(query: URLSearchParams): boolean {
  return bringsAnswer(query) && notedLeaving() !== null
}

/** What instances send people here with, and providers that refuse them. */
const answers = ['session_token', 'jwt', 'two_step', 'sign_in_error', 'error']

function bringsAnswer(query: URLSearchParams): boolean {
  if (answers.some((name) => query.has(name))) return true
  return query.has('state') && query.has('code')
}

/** Why a provider's answer did not sign anybody in; addresses carry the codes only, as anybody could write a sentence there. */
const refusals: Readonly<Record<string, string>> = {
  get expired() {
    return t.theSignInTookToo
  },
  get repeated() {
    return t.thisSignInHasBeen
  },
  get 'not-begun-here'() {
    return t.thisSignInWasNot
  },
  get 'no-account'() {
    return t.youHaveNoAccountHere
  },
  get untrusted() {
    return t.whatTheProviderAnsweredCannot
  },
}

/**
 * A sentence for the parameter `sign_in_error` of an address, or `error` where that is the instance's; null without. With a state it
 * is the provider's, and for the instance to read.
 */
function signInRefusal(query: URLSearchParams): string | null {
  const code = query.get('sign_in_error') ?? (query.has('state') ? null : query.get('error'))
  return code === null ? null : ((Object.hasOwn(refusals, code) ? refusals[code] : null) ?? t.refusedByProvider)
}
