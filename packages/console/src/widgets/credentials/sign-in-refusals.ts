/** Why a provider's answer did not sign anybody in; addresses carry the codes only, as anybody could write a sentence there. */
const refusals: Readonly<Record<string, string>> = {
  expired: 'The sign-in took too long. Begin it again.',
  repeated: 'This sign-in has been used already. Begin it again.',
  'not-begun-here': 'This sign-in was not begun in this browser. Begin it again.',
  'no-account': 'You have no account here that may be used.',
  untrusted: 'What the provider answered cannot be trusted. Tell your administrator if it happens again.',
}

const otherwise = 'The provider could not sign you in.'

/**
 * A sentence for the parameter `sign_in_error` of an address, or `error` where that is the instance's; null without. With a state it
 * is the provider's, and for the instance to read.
 */
export function signInRefusal(query: URLSearchParams): string | null {
  const code = query.get('sign_in_error') ?? (query.has('state') ? null : query.get('error'))
  return code === null ? null : ((Object.hasOwn(refusals, code) ? refusals[code] : null) ?? otherwise)
}
