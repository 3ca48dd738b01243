import { basePath } from '../../instance/base-path.ts'
import { entriesText, type PersonId, recentEntries } from '../../ui/recent-entries.ts'
import { storedText, storeText } from '../../ui/stored-text.ts'
import { type PaletteEntry, placeEntry } from './palette-entry.ts'

const key = `millwright.recent${basePath}`
const most = 6

interface Kept {
  readonly id: string
  readonly label?: string
  readonly hint?: string
  readonly to?: string
  readonly search?: Readonly<Record<string, string>>
}

/** Returns the stored recent entries of this browser; `null` if there are none, or no storage. */
export function storedRecent(): string | null {
  return storedText(key)
}

/** Stores a recent entry. Only those of the last person are retained. */
export function remember(person: PersonId, entry: PaletteEntry): void {
  storeText(key, withRecent(storedRecent(), person, entry))
}

/** Adds an entry at the front of the stored text. */
export function withRecent(stored: string | null, person: PersonId, { id, label, hint, act }: PaletteEntry): string {
  const place = act.kind === 'go' ? { label, ...(hint && { hint }), to: act.to, search: act.search ?? {} } : {}
  const others = readKept(stored, person).filter((one) => one.id !== id)
  return entriesText(person, [{ id, ...place }, ...others].slice(0, most))
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
  return recentEntries(stored, person).flatMap((sent) => {
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
