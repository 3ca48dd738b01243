type Reach = typeof globalThis.fetch

interface Asked {
  /** Part of the URL. */
  readonly part: string
  /** Any verb if absent. */
  readonly verb?: string
}

/** Lets matching requests reach the instance, and holds their responses back until `release`. */
export function holdBack({ part, verb }: Asked) {
  const gate = Promise.withResolvers<void>()
  const through =
    (reach: Reach): Reach =>
    async (input, init) => {
      const answer = await reach(input, init)
      if (String(input).includes(part) && (verb === undefined || (init?.method ?? 'GET') === verb)) await gate.promise
      return answer
    }
  return { through, release: () => gate.resolve() }
}
