import { tooSlow } from './problems.ts'

/** Work on a connection whose driver cannot be trusted to give up by itself. */
export interface Bounded {
  /** Host and port, as the refusal names it. */
  readonly where: string
  /** Milliseconds. */
  readonly most: number
  /** The work goes on where it is: whatever it needs belongs to nobody else any more. */
  givenUp(): void
}

/** What work comes to, or the refusal of a statement that took too long. */
export async function withinTime<T>(work: Promise<T>, { where, most, givenUp }: Bounded): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    givenUp()
    reject(tooSlow(where))
  }, most)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}
