import type { IncomingMessage } from 'node:http'
import type { BackendTokens } from './backend-tokens.ts'
import type { RemoteBody, RemoteClient } from './remote-client.ts'
import type { RemoteRequest } from './remote-request.ts'
import type { TokenSettings } from './token-settings.ts'

interface Answered {
  readonly answer: IncomingMessage
  /** As it was sent, with the token. */
  readonly remote: RemoteRequest
}

/**
 * Sends a request with a token of the service instead of any other credentials. If the remote API rejects the token, a GET is repeated once
 * with a new one; the next request of any other method gets it.
 */
export async function sendWithToken(
  { client, tokens }: { readonly client: RemoteClient; readonly tokens: BackendTokens },
  settings: TokenSettings,
  request: RemoteRequest,
  body: RemoteBody | null,
  isGivenUp: () => boolean,
): Promise<Answered> {
  const sendOnce = async () => {
    const token = await tokens.get(settings)
    const remote = { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } }
    const answer = await client.send(remote, body, isGivenUp)
    if (answer.statusCode === 401) tokens.drop(settings, token)
    return { answer, remote }
  }
  const first = await sendOnce()
  const mayRepeat = request.verb === 'GET' && body === null
  if (first.answer.statusCode !== 401 || !mayRepeat) return first
  first.answer.destroy()
  return sendOnce()
}
