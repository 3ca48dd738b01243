import type { SendRequest } from '@millwright/connector/outgoing'
import { Problem } from '@millwright/contract/problem'
import type { CustomFetchOptions, ProtectedResourceRequestBody } from 'oauth4webapi'

type Options = CustomFetchOptions<string, ProtectedResourceRequestBody>

/** Sends requests to providers. Redirects are returned like other responses. */
export type Reach = (address: string, options: Options) => Promise<Response>

/** Uses the outgoing requests of the instance, which are restricted to allowed hosts. */
export function createReach(ask: SendRequest): Reach {
  return async (address, { method, headers, body, signal }) => {
    const question = { verb: method, address: new URL(address), headers, body: textOf(body) }
    const reply = await ask(question, signal ?? new AbortController().signal)
    if (reply.status < 200 || reply.status > 599) throw new Problem(502, `${question.address.host} did not respond.`)
    const empty = reply.status === 204 || reply.status === 304
    return new Response(empty ? null : new Uint8Array(reply.body), { status: reply.status, headers: reply.headers })
  }
}

/** Requests to providers have a form or no body. */
function textOf(body: ProtectedResourceRequestBody): string | undefined {
  return body instanceof URLSearchParams || typeof body === 'string' ? String(body) : undefined
}
