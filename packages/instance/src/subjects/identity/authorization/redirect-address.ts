import { loopbackHosts, redirectRefusal } from '@millwright/contract/wire/redirect-address'
import type { OauthProblem } from './oauth-problem.ts'

/** Returns why codes may not be sent to a URI, as one sentence, or `null` if they may. */
export function redirectProblem(address: string): string | null {
  const refusal = redirectRefusal(address)
  return refusal === null ? null : `redirect_uris has ${JSON.stringify(address.slice(0, 200))}, ${refusal}`
}

/**
 * Returns whether a URI is one that a client has registered: the same text, except for the port on the person's own machine, where
 * programs listen on any free one (RFC 8252, section 7.3).
 */
export function isRegistered(address: string, registered: readonly string[]): boolean {
  if (registered.includes(address)) return true
  const bare = withoutPort(address)
  return bare !== null && redirectRefusal(bare) === null && registered.some((each) => withoutPort(each) === bare)
}

/** Returns the text without its port if it is a URI on the person's own machine, else `null`. */
function withoutPort(address: string): string | null {
  const parts = /^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::\d{1,5})?(\/.*)?$/.exec(address)
  return parts === null ? null : `${parts[1]}${parts[2] ?? ''}`
}

/** Returns where a code is sent, for display: the host, or the scheme of a program. */
export function destinationOf(address: string): string {
  const url = new URL(address)
  if (loopbackHosts.has(url.hostname) && url.protocol === 'http:') return 'this computer'
  return url.protocol === 'https:' ? url.host : url.protocol.slice(0, -1)
}

/** The client that receives an authorization response, and its state. */
interface Asker {
  readonly redirectUri: string
  readonly state: string | null
  readonly issuer: string
}

/** Returns the URL to which a browser is redirected with a code or an error, including the issuer against mix-up attacks (RFC 9207). */
export function authorizationResponseUrl({ redirectUri, state, issuer }: Asker, answer: string | OauthProblem): string {
  const url = new URL(redirectUri)
  if (typeof answer === 'string') url.searchParams.set('code', answer)
  else {
    url.searchParams.set('error', answer.error)
    url.searchParams.set('error_description', answer.message)
  }
  if (state !== null) url.searchParams.set('state', state)
  url.searchParams.set('iss', issuer)
  return url.href
}
