/** Milliseconds since 1970, as a parameter so that tests decide what time it is. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()

/** `2026-11-20T21:50:01.000000Z`: created and modified dates (docs/wire/requests.md). */
export function isoMicros(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, -1)}000Z`
}

/** `2026-11-20 21:50:01`: last log-in and token expiry. */
export function plainSeconds(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
}
