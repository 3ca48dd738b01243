import type { Environment, Platform } from '@millwright/contract/wire/environment'

type Reach = typeof globalThis.fetch

/** Has an instance say other things of its platform. */
export const saying =
  (change: (own: Platform) => Platform) =>
  (reach: Reach): Reach =>
  async (input, init) => {
    const answer = await reach(input, init)
    if (!String(input).includes('/system/environment') || !answer.ok) return answer
    const environment: Environment = await answer.json()
    return Response.json({ ...environment, platform: change(environment.platform ?? {}) })
  }

/** Has an instance announce nothing beyond the common wire, as servers that are not ours. */
export const withoutFeatures = saying(({ features: _ours, ...platform }) => platform)
