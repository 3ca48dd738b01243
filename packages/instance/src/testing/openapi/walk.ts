import type { Answer, Send, SendOptions } from '../send.ts'
import { type ValidatingProxy, validatingProxy } from './validating-proxy.ts'

export interface Walk {
  /** Sends the request anonymously, which must be rejected, and then as the walker. */
  call<Body = unknown>(method: string, path: string, options?: CallOptions): Promise<Answer<Body>>
  readonly proxy: ValidatingProxy
  /** Differences from the documents or from the expected statuses. */
  readonly faults: readonly string[]
}

export interface CallOptions extends SendOptions {
  /** Expected status; absent: any success. */
  readonly status?: number
  /** Whether anonymous callers may send it as well; then it is not sent anonymously first. */
  readonly isPublic?: boolean
}

interface WalkParts {
  readonly send: Send
  readonly as: { readonly token: string }
  /** Reads the documents; absent: `as`. */
  readonly reader?: { readonly token: string }
}

/** Prepares calls to the operations of a service, through a proxy that validates them against its documents in both versions. */
export async function walkOf(
  { send, as, reader = as }: WalkParts,
  service: string,
  query = '',
  isOpen = false,
): Promise<Walk> {
  const documents = await Promise.all(
    ['3.0', '3.1'].map(async (version) => {
      const { status, body } = await send<object>(
        'GET',
        `api_docs/${service}?refresh=true&openapi=${version}${query}`,
        { as: reader },
      )
      if (status !== 200) throw new Error(`The document of ${service} answered ${status}: ${JSON.stringify(body)}`)
      return body
    }),
  )
  const proxy = validatingProxy(send, service, documents, isOpen)
  const unexpected: string[] = []
  return {
    proxy,
    get faults() {
      return [...unexpected, ...proxy.mismatches]
    },
    async call<Body>(
      method: string,
      path: string,
      { status, isPublic = false, as: who = isPublic ? undefined : as, ...options }: CallOptions = {},
    ) {
      const address = `${service}${path === '/' ? '' : path}`
      if (!isPublic) {
        const refused = await proxy.send(method, address, options)
        if (refused.status < 400) unexpected.push(`${method} ${address} answered ${refused.status} to nobody.`)
      }
      const answer = await proxy.send<Body>(method, address, { as: who, ...options })
      const expected = status === undefined ? answer.status < 400 : answer.status === status
      if (!expected) unexpected.push(`${method} ${address} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
      return answer
    },
  }
}
