import { Problem } from '@millwright/contract/problem'
import type { ApiResponse } from '../../../../request/api-request.ts'
import { challengeIn } from '../two-step/challenges.ts'

/** Placeholder for the session token in the URL of a redirect. */
export const tokenPlaceholder = '_token_'

/** Where a service redirects browsers after sign-in, instead of to a page of the console. */
export interface LoginRedirect {
  /** Absolute, or a path relative to `base`, with `tokenPlaceholder` in place of the token. Never taken from a request. */
  readonly address: string
  readonly base: string
  /** The parameter for the reason of a failed sign-in. */
  readonly refusal: 'sign_in_error' | 'error'
}

/** Redirects with the token that `begin` returns, or with the reason if it throws. */
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
  return resolved(address.replaceAll(tokenPlaceholder, encodeURIComponent(token)), base).href
}

/** Paths are those of the instance, whose own URL may have one. */
const resolved = (address: string, base: string): URL =>
  new URL(/^\/(?![/\\])/.test(address) ? `${base}${address}` : address, base)

/** The URL for a failed sign-in, or `null` if no query parameter contains the token. */
export function redirectWithoutToken(address: string, base: string): string | null {
  return withoutToken({ address, base })?.href ?? null
}

function withoutToken({ address, base }: Pick<LoginRedirect, 'address' | 'base'>): URL | null {
  const bare = resolved(address, base)
  const [parameter] = [...bare.searchParams].find(([, value]) => value === tokenPlaceholder) ?? []
  if (parameter === undefined) return null
  bare.searchParams.delete(parameter)
  return bare
}

/**
 * The URL with the reason in place of the parameter for the token, or with `two_step` and the challenge. It contains no app
 * key, as URLs are logged. `null` if no query parameter contains the token.
 */
function refusedAddress(redirect: LoginRedirect, refusal: unknown): string | null {
  const address = withoutToken(redirect)
  if (address === null) return null
  const challenge = challengeIn(refusal)
  if (challenge === null) address.searchParams.set(redirect.refusal, codeOf(refusal))
  else address.searchParams.set('two_step', challenge)
  return address.href
}

/** Returns a code, as arbitrary text in the URL could be used to impersonate the instance (docs/wire/sign-in.md). */
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
