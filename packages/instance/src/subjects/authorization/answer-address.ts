import type { OauthProblem } from './oauth-problem.ts'

/** Whom an answer goes to, and how they know it again. */
interface Asker {
  readonly redirectUri: string
  readonly state: string | null
  readonly issuer: string
}

/** Where a browser goes with a code or a refusal; the issuer stands in it too, so that nobody mixes servers up (RFC 9207). */
export function answerAddress({ redirectUri, state, issuer }: Asker, answer: string | OauthProblem): string {
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
