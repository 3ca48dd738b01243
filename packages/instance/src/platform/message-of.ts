/** What an error says of itself, for logs; it may be anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** With where it came from, for a log. */
export const stackOf = (error: unknown): string =>
  (error instanceof Error ? error.stack : undefined) ?? messageOf(error)
