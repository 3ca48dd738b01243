import { statementTimeout } from '@millwright/connector/engine/problems'

/** Options for work on a connection whose driver does not reliably time out. */
export interface Bounded {
  /** Host and port, for the error message. */
  readonly where: string
  /** Milliseconds. */
  readonly most: number
  /** Called on timeout. The work continues in the background, so its connection must not be reused. */
  givenUp(): void
}

/** Resolves to the result of the work, or rejects with the problem of a statement that took too long. */
export async function withTimeout<T>(work: Promise<T>, { where, most, givenUp }: Bounded): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    givenUp()
    reject(statementTimeout(where))
  }, most)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}
