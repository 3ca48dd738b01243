type Reach = typeof globalThis.fetch

/** Has an instance announce nothing beyond the common wire, as servers that are not ours. */
export const withoutFeatures =
  (reach: Reach): Reach =>
  async (input, init) => {
    const answer = await reach(input, init)
    if (!String(input).includes('/system/environment') || !answer.ok) return answer
    const environment = await answer.json()
    const { features: _ours, ...platform } = environment.platform ?? {}
    return Response.json({ ...environment, platform })
  }
