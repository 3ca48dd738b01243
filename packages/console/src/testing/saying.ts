import type { Environment, Platform } from '@millwright/contract/wire/environment'

type Reach = typeof globalThis.fetch

/** Changes what an instance reports about its platform. */
export const withPlatform =
  (change: (own: Platform) => Platform) =>
  (reach: Reach): Reach =>
  async (input, init) => {
    const answer = await reach(input, init)
    if (!String(input).includes('/system/environment') || !answer.ok) return answer
    const environment: Environment = await answer.json()
    return Response.json({ ...environment, platform: change(environment.platform ?? {}) })
  }

/** Makes an instance announce no features beyond the common API, as other vendors' servers do. */
export const withoutFeatures = withPlatform(({ features: _ours, ...platform }) => platform)
