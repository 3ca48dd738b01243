import { Problem } from '@millwright/contract/problem'
import type { ApiResponse } from '../../../request/api-request.ts'
import { challengeIn } from '../two-step/challenges.ts'

/** Stands for the session token in the address of a redirect. */
export const tokenPlaceholder = '_token_'

/** Where a service sends the browsers of people who come back to it, rather than to a page of the console. */
export interface LoginRedirect {
  /** Absolute, or a path of `base`; with `tokenPlaceholder` where the token goes. Never what a request says. */
  readonly address: string
  readonly base: string
  /** The parameter that tells why somebody is not let in. */
  readonly refusal: 'sign_in_error' | 'error'
}

/** Sends people on with the token that they got from `begin`, or with the reason why they got none. */
export async function redirectWith(redirect: LoginRedirect, begin: () => Promise<string>): Promise<ApiResponse> {
  try {
    return sent(signedInAddress(redirect, await begin()))
  } catch (error) {
    const address = refusedAddress(redirect, error)
    if (address === null || !(error instanceof Problem)) throw error
    return sent(address)
  }
}

function signedInAddress({ address, base }: LoginRedirect, token: string): string {
  return new URL(address.replaceAll(tokenPlaceholder, encodeURIComponent(token)), base).href
}

/** The same address for who has no token; null where no parameter of the query has it. */
export function redirectWithoutToken(address: string, base: string): string | null {
  return withoutToken({ address, base })?.href ?? null
}

function withoutToken({ address, base }: Pick<LoginRedirect, 'address' | 'base'>): URL | null {
  const bare = new URL(address, base)
  const [parameter] = [...bare.searchParams].find(([, value]) => value === tokenPlaceholder) ?? []
  if (parameter === undefined) return null
  bare.searchParams.delete(parameter)
  return bare
}

/**
 * The same address with the reason in place of the parameter that would have had the token, or with `two_step` and the challenge
 * that asks again: addresses are kept in logs, and must not have the key of an app. Null where no parameter of the query has it.
 */
function refusedAddress(redirect: LoginRedirect, refusal: unknown): string | null {
  const address = withoutToken(redirect)
  if (address === null) return null
  const challenge = challengeIn(refusal)
  if (challenge === null) address.searchParams.set(redirect.refusal, codeOf(refusal))
  else address.searchParams.set('two_step', challenge)
  return address.href
}

/** Codes, as a sentence in an address could say anything in the name of the instance (docs/wire/sign-in.md). */
function codeOf(refusal: unknown): string {
  if (!(refusal instanceof Problem)) return 'failed'
  const { status, message } = refusal
  if (/expired|too long/.test(message)) return 'expired'
  if (/already/.test(message)) return 'repeated'
  if (/not started here|another browser/.test(message)) return 'not-begun-here'
  if (/account/.test(message)) return 'no-account'
  return status === 401 ? 'untrusted' : 'failed'
}

const sent = (location: string): ApiResponse => ({
  status: 302,
  body: undefined,
  headers: { location, 'referrer-policy': 'no-referrer' },
})
