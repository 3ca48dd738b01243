import { Problem } from '@millwright/contract/problem'
import type { CustomFetchOptions, ProtectedResourceRequestBody } from 'oauth4webapi'
import type { Ask } from '../../../platform/outgoing/ask.ts'

type Options = CustomFetchOptions<string, ProtectedResourceRequestBody>

/** How providers are spoken to; redirects are answers as others. */
export type Reach = (address: string, options: Options) => Promise<Response>

/** Over what keeps requests of the instance from where they must not go. */
export function createReach(ask: Ask): Reach {
  return async (address, { method, headers, body, signal }) => {
    const question = { verb: method, address: new URL(address), headers, body: textOf(body) }
    const reply = await ask(question, signal ?? new AbortController().signal)
    if (reply.status < 200 || reply.status > 599) throw new Problem(502, `${question.address.host} did not respond.`)
    const empty = reply.status === 204 || reply.status === 304
    return new Response(empty ? null : new Uint8Array(reply.body), { status: reply.status, headers: reply.headers })
  }
}

/** Providers are sent forms or nothing. */
function textOf(body: ProtectedResourceRequestBody): string | undefined {
  return body instanceof URLSearchParams || typeof body === 'string' ? String(body) : undefined
}
