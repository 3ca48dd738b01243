import { Problem } from '@millwright/contract/problem'
import { challengeIn } from '../../identity/two-step/challenges.ts'

const place = '_token_'

/** Where people come to who are signed in: only where the service says, never where a request does. */
export function signedInAddress(relayState: string, base: string, token: string): string {
  return new URL(relayState.replaceAll(place, encodeURIComponent(token)), base).href
}

/**
 * Where people come to who are not: to the same address, with `sign_in_error` in place of the parameter that would have had the
 * token, or with `two_step` and the challenge that asks again: addresses are kept in
 * logs, and must not have the key of an app. Null where no parameter of the query has it.
 */
export function refusedAddress(relayState: string, base: string, refusal: unknown): string | null {
  const address = new URL(relayState, base)
  const [parameter] = [...address.searchParams].find(([, value]) => value === place) ?? []
  if (parameter === undefined) return null
  address.searchParams.delete(parameter)
  const challenge = challengeIn(refusal)
  if (challenge === null) address.searchParams.set('sign_in_error', codeOf(refusal))
  else address.searchParams.set('two_step', challenge)
  return address.href
}

/** Codes, as a sentence in an address could say anything in the name of the instance (docs/wire/sign-in.md). */
function codeOf(refusal: unknown): string {
  if (!(refusal instanceof Problem)) return 'failed'
  const { status, message } = refusal
  if (/expired|too long/.test(message)) return 'expired'
  if (/already/.test(message)) return 'repeated'
  if (/not begun here|another browser/.test(message)) return 'not-begun-here'
  if (/account/.test(message)) return 'no-account'
  return status === 401 ? 'untrusted' : 'failed'
}
