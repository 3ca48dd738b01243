import { Problem } from '@millwright/contract/problem'
import * as oauth from 'oauth4webapi'

const longest = 200

/** What came of a sign-in at a provider, in a sentence for who tried. `called`: what people know the provider as. */
export function providerProblem(error: unknown, called: string): Problem {
  if (error instanceof Problem) return error
  if (error instanceof oauth.AuthorizationResponseError) {
    return new Problem(401, `${called} did not sign you in: ${said(error)}.`)
  }
  if (error instanceof oauth.ResponseBodyError) return tokenProblem(error, called)
  if (error instanceof oauth.WWWAuthenticateChallengeError) {
    return error.status === 401 && isClientChallenge(error)
      ? refusedClient(called)
      : new Problem(401, `${called} does not say who signed in.`)
  }
  if (error instanceof oauth.OperationProcessingError || error instanceof oauth.UnsupportedOperationError) {
    return new Problem(401, `What ${called} answered cannot be trusted: ${reason(error)}.`)
  }
  if (error instanceof TypeError || error instanceof SyntaxError) {
    return new Problem(502, `What ${called} answered makes no sense.`)
  }
  throw error
}

function tokenProblem(error: oauth.ResponseBodyError, called: string): Problem {
  if (error.error === 'invalid_grant')
    return new Problem(401, `${called} says that this sign-in is over. Begin it again.`)
  if (error.error === 'invalid_client' || error.error === 'unauthorized_client') return refusedClient(called)
  return new Problem(401, `${called} did not sign you in: ${said(error)}.`)
}

function isClientChallenge({ cause }: oauth.WWWAuthenticateChallengeError): boolean {
  return cause.some(({ scheme, parameters }) => scheme === 'basic' || parameters.error === 'invalid_client')
}

function refusedClient(called: string): Problem {
  return new Problem(502, `${called} does not accept the client ID and secret that this instance has.`)
}

/** Texts of strangers, shown as plain text: short and on one line. */
function said({ error, error_description }: { readonly error: string; readonly error_description?: string }): string {
  if (error === 'access_denied' && !error_description) return 'access was denied'
  const text = (error_description ?? error).replace(/[^\x20-\x7e\u00a0-\uffff]+/g, ' ').trim()
  return text.slice(0, longest).replace(/\.+$/, '')
}

function reason(error: Error): string {
  return error.message.slice(0, longest).replace(/\.+$/, '')
}
