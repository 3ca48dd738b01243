type Reach = typeof globalThis.fetch

interface Asked {
  /** Part of the URL. */
  readonly part: string
  /** Any verb if absent. */
  readonly verb?: string
}

/** Makes matching requests return this response; all others reach the instance. */
export function respondWith({ part, verb }: Asked, status: number, body: unknown): (reach: Reach) => Reach {
  return (reach) => (input, init) => {
    const isAsked = String(input).includes(part) && (verb === undefined || (init?.method ?? 'GET') === verb)
    if (!isAsked) return reach(input, init)
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return Promise.resolve(new Response(text, { status, headers: { 'content-type': 'application/json' } }))
  }
}

/** Like `respondWith`, with an error response. */
export function rejectWith(asked: Asked, status: number, message: string): (reach: Reach) => Reach {
  return respondWith(asked, status, { error: { code: status, message } })
}
