import type { OauthProblem } from './oauth-problem.ts'

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
