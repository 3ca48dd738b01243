import { Problem } from '@millwright/contract/problem'
import type { CallApi } from '../../gateway/ports/script-runner.ts'
import type { Ask } from '../../platform/outgoing/ask.ts'

/** Calls of scripts to absolute addresses: plain HTTP, under the rules for addresses that callers name (docs/wire/scripts.md). */
export function createCallOutside(ask: Ask): CallApi {
  return async ({ verb, path, payload, headers, parameters }, signal) => {
    const address = URL.parse(path)
    if (address === null || (address.protocol !== 'http:' && address.protocol !== 'https:')) {
      throw new Problem(400, 'The address has to begin with http:// or https://.')
    }
    for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
    const body = payload === undefined || payload === null ? undefined : textOf(payload)
    const named = new Set(Object.keys(headers).map((name) => name.toLowerCase()))
    const typed =
      body === undefined || named.has('content-type') ? headers : { ...headers, 'content-type': 'application/json' }
    const answer = await ask({ verb, address, headers: typed, body }, signal)
    return {
      status: answer.status,
      contentType: answer.headers['content-type'] ?? null,
      headers: answer.headers,
      body: answer.body.toString('utf8'),
    }
  }
}

const textOf = (payload: unknown) => (typeof payload === 'string' ? payload : JSON.stringify(payload))
