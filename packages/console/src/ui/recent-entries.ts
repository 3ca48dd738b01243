export type PersonId = number | string

/** Returns what `entriesText` has printed, latest first, if it is of this person; otherwise nothing. */
export function recentEntries(stored: string | null, person: PersonId): readonly unknown[] {
  const kept = Object(parsed(stored ?? ''))
  return kept.person === person && Array.isArray(kept.entries) ? kept.entries : []
}

/** Prints recent entries. Only those of the last person are retained. */
export function entriesText(person: PersonId, entries: readonly object[]): string {
  return JSON.stringify({ person, entries })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
