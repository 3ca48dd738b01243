/** What an error says of itself, for logs; it may be anything that was thrown. */
export function messageOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error)
  } catch {
    return 'something without a text was thrown'
  }
}

/** With where it came from, for a log. */
export const stackOf = (error: unknown): string =>
  (error instanceof Error ? error.stack : undefined) ?? messageOf(error)
