type Reach = typeof globalThis.fetch

interface Asked {
  /** In the address. */
  readonly part: string
  /** Any when absent. */
  readonly verb?: string
}

/** Has an instance answer this to what is asked, and everything else as ever. */
export function answering({ part, verb }: Asked, status: number, body: unknown): (reach: Reach) => Reach {
  return (reach) => (input, init) => {
    const isAsked = String(input).includes(part) && (verb === undefined || (init?.method ?? 'GET') === verb)
    if (!isAsked) return reach(input, init)
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return Promise.resolve(new Response(text, { status, headers: { 'content-type': 'application/json' } }))
  }
}

/** The same with a refusal. */
export function refusing(asked: Asked, status: number, message: string): (reach: Reach) => Reach {
  return answering(asked, status, { error: { code: status, message } })
}
