import { type PaletteEntry, placeEntry } from './palette-entry.ts'

const key = 'millwright.recent'
const most = 6

type PersonId = number | string

interface Kept {
  readonly id: string
  readonly label?: string
  readonly hint?: string
  readonly to?: string
  readonly search?: Readonly<Record<string, string>>
}

/** Returns the stored recent entries of this browser; `null` if there are none, or no storage. */
export function storedRecent(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Stores a recent entry. Only those of the last person are retained. */
export function remember(person: PersonId, entry: PaletteEntry): void {
  try {
    localStorage.setItem(key, withRecent(storedRecent(), person, entry))
  } catch {
    // Without storage there are no recent entries.
  }
}

/** Adds an entry at the front of the stored text. */
export function withRecent(stored: string | null, person: PersonId, { id, label, hint, act }: PaletteEntry): string {
  const place = act.kind === 'go' ? { label, ...(hint && { hint }), to: act.to, search: act.search ?? {} } : {}
  const others = readKept(stored, person).filter((one) => one.id !== id)
  return JSON.stringify({ person, entries: [{ id, ...place }, ...others].slice(0, most) })
}

/**
 * Returns a person's recent entries, latest first: those among `offered` in their current form, and records at addresses that the person
 * still sees.
 */
export function recentOf(
  stored: string | null,
  person: PersonId,
  offered: readonly PaletteEntry[],
  sees: (to: string) => boolean,
): readonly PaletteEntry[] {
  return readKept(stored, person).flatMap(({ id, label, hint, to, search = {} }) => {
    const known = offered.find((entry) => entry.id === id)
    if (known) return [known]
    return to !== undefined && label !== undefined && sees(to) ? [placeEntry({ to, search }, label, hint)] : []
  })
}

function readKept(stored: string | null, person: PersonId): readonly Kept[] {
  const kept = Object(parsed(stored ?? ''))
  if (kept.person !== person || !Array.isArray(kept.entries)) return []
  return kept.entries.flatMap((sent: unknown) => {
    const { id, label, hint, to, search } = Object(sent)
    if (typeof id !== 'string') return []
    const texts = Object.entries(Object(search)).filter((each): each is [string, string] => typeof each[1] === 'string')
    return [
      {
        id,
        ...(typeof label === 'string' && { label }),
        ...(typeof hint === 'string' && { hint }),
        ...(typeof to === 'string' && /^\/[^/]/.test(to) && { to, search: Object.fromEntries(texts) }),
      },
    ]
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
