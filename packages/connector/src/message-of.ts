/** Returns the message of anything that was thrown, for logs. */
export function messageOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error)
  } catch {
    return 'something without a text was thrown'
  }
}

/** Returns the error with its stack, for logs. */
export const stackOf = (error: unknown): string =>
  (error instanceof Error ? error.stack : undefined) ?? messageOf(error)
