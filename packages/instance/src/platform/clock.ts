/** Returns milliseconds since 1970. A parameter, so that tests control the time. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()

/** `2026-11-20T21:50:01.000000Z`: format of created and modified dates (docs/wire/requests.md). */
export function isoMicros(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, -1)}000Z`
}

/** `2026-11-20 21:50:01`: format of the last login and of token expiry. */
export function plainSeconds(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
}
