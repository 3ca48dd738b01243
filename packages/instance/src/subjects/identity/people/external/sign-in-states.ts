import { createHash, randomBytes } from 'node:crypto'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Proof } from '../../../../gateway/ports/sign-in.ts'
import { basePathOf } from '../../../../platform/base-path.ts'
import type { Clock } from '../../../../platform/clock.ts'
import type { Vault } from '../../../../platform/vault.ts'
import type { ApiRequest } from '../../../../request/api-request.ts'

/** The service at which a sign-in was started. */
export interface BegunAt {
  readonly id: number
  readonly name: string
}

/** The `state` parameter of sign-ins at providers, encrypted so that only this instance can read it. */
export interface SignInStates {
  /** `binding`: a secret of the browser that started the sign-in, or `null` if any browser may return with the state. */
  issue(service: BegunAt, binding: string | null): { readonly state: string; readonly proof: Proof }
  /** Accepts a state once, in time, and only from the browser that started it. Throws a 401 otherwise. */
  redeem(state: string, binding: string | null): Promise<{ readonly service: BegunAt; readonly proof: Proof }>
}

interface Sealed extends Proof {
  readonly purpose: 'sign-in'
  readonly id: number
  readonly name: string
  /** Unix time in seconds. */
  readonly until: number
  /** Hashed. */
  readonly binding: string | null
}

/** Seconds within which people must return. */
const patience = 600
const longest = 2048

/**
 * Stores nothing about sign-ins in progress, so that anonymous callers cannot fill the store. `useOnce` returns false for a
 * name that was used before on any node; it is forgotten after `until`, a Unix time in seconds.
 */
export function createSignInStates(
  vault: Vault,
  clock: Clock,
  useOnce: (name: string, until: number) => Promise<boolean>,
): SignInStates {
  function read(state: string): Sealed {
    try {
      const sealed: unknown = state.length > longest ? null : JSON.parse(vault.open(state))
      if (isSealed(sealed)) return sealed
    } catch {
      // The state is untrusted input.
    }
    throw new Problem(401, 'This sign-in was not started here. Start again.')
  }

  return {
    issue({ id, name }, binding) {
      const proof: Proof = { verifier: secret(), nonce: secret() }
      const sealed: Sealed = {
        purpose: 'sign-in',
        id,
        name,
        until: Math.floor(clock() / 1000) + patience,
        binding: binding === null ? null : hashed(binding),
        ...proof,
      }
      return { state: vault.seal(JSON.stringify(sealed)), proof }
    },

    async redeem(state, binding) {
      const { id, name, verifier, nonce, until, binding: bound } = read(state)
      if (until * 1000 < clock()) throw new Problem(401, 'This sign-in took too long. Start again.')
      if (bound !== null && (binding === null || hashed(binding) !== bound)) {
        throw new Problem(401, 'This sign-in was started in another browser. Start again in this one.')
      }
      if (!(await useOnce(`sign-in ${hashed(nonce)}`, until))) {
        throw new Problem(401, 'This sign-in has already been used. Start again.')
      }
      return { service: { id, name }, proof: { verifier, nonce } }
    },
  }
}

const secret = () => randomBytes(32).toString('base64url')
const hashed = (text: string) => createHash('sha256').update(text).digest('base64url')

function isSealed(value: unknown): value is Sealed {
  return (
    isRecord(value) &&
    value.purpose === 'sign-in' &&
    typeof value.id === 'number' &&
    typeof value.until === 'number' &&
    [value.name, value.verifier, value.nonce].every((text) => typeof text === 'string') &&
    (value.binding === null || typeof value.binding === 'string')
  )
}

const seconds = 900

/** The attributes of the cookie that binds an external sign-in to the browser that started it. It has no other use. */
export interface BindingPlace {
  /** Scheme, host and base path of the request. */
  readonly origin: string
  /** Whether the cookie is also sent when another site posts a form, which browsers allow over HTTPS only. */
  readonly crossSite?: boolean
}

export const newBinding = () => randomBytes(24).toString('base64url')

/** `null` if the browser sent none. */
export function sentBinding({ headers }: Pick<ApiRequest, 'headers'>, place: BindingPlace): string | null {
  const cookie = new RegExp(`(?:^|;\\s*)${nameAt(place)}=([\\w-]{32})(?:;|$)`)
  const [, value = null] = cookie.exec(headers.cookie ?? '') ?? []
  return value
}

/** The value of `Set-Cookie`. */
export function bindingCookie(binding: string, place: BindingPlace): string {
  const site = place.crossSite ? 'None' : 'Lax'
  const secure = isSecure(place) ? '; Secure' : ''
  return `${nameAt(place)}=${binding}; Path=${basePathOf(place.origin) || '/'}; Max-Age=${seconds}; HttpOnly; SameSite=${site}${secure}`
}

/**
 * Browsers accept the `__Host-` prefix only from the host itself over HTTPS, so that no other host of the domain can set the cookie, and only
 * for all of its paths.
 */
const nameAt = (place: BindingPlace) =>
  `${isSecure(place) ? (basePathOf(place.origin) === '' ? '__Host-' : '__Secure-') : ''}millwright-sign-in${place.crossSite ? '-posted' : ''}`

const isSecure = ({ origin }: BindingPlace) => origin.startsWith('https:')

/** The parameters with which a provider sent people back, and their single state. */
export interface ProviderAnswer {
  readonly answer: URLSearchParams
  readonly state: string
}

/** Reads the query, or a form that has a state. Throws a 400 for no state or several. */
export function providerAnswer({ query, params, payload }: ApiRequest): ProviderAnswer {
  const form = isRecord(payload) && 'state' in payload ? textsOf(payload) : null
  const answer = new URLSearchParams(form ?? query ?? { ...params })
  const [state = '', ...more] = answer.getAll('state')
  if (state === '' || more.length > 0)
    throw new Problem(400, 'The response of the provider must have exactly one state.')
  return { answer, state }
}

function textsOf(payload: Readonly<Record<string, unknown>>): [string, string][] {
  return Object.entries(payload).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
}
