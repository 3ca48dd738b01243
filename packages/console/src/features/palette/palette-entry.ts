import type { ReactElement } from 'react'
import { basePath } from '../../instance/base-path.ts'
import { entriesText, type PersonId, recentEntries } from '../../ui/recent-entries.ts'
import { storedText, storeText } from '../../ui/stored-text.ts'

/** What choosing an entry does: opens an address of the console, runs an action, or asks for its object. */
export type PaletteAct =
  | { readonly kind: 'go'; readonly to: string; readonly search?: Readonly<Record<string, string>> }
  | { readonly kind: 'do'; readonly run: () => Promise<void> | void }
  | { readonly kind: 'ask'; readonly stage: PaletteStage }

/** An entry of the palette: a page, an action, or a record. */
export interface PaletteEntry {
  /** Stable, as it identifies the entry among the recent ones. */
  readonly id: string
  readonly label: string
  readonly hint?: string
  /** Additional search keywords; not shown. */
  readonly words?: string
  readonly icon?: ReactElement
  readonly act: PaletteAct
}

/** Entries under a heading. */
export interface PaletteGroup {
  readonly title: string
  readonly entries: readonly PaletteEntry[]
}

/** A source in which the palette searches records. */
export interface PaletteSource {
  readonly title: string
  readonly find: (text: string, signal: AbortSignal) => Promise<readonly PaletteEntry[]>
}

/** A question that an action asks: shows all entries of its sources, filtered by a text. */
export interface PaletteStage {
  readonly id: string
  /** The action: “Open table”. */
  readonly title: string
  /** The question: “Which table?” */
  readonly prompt: string
  readonly sources: readonly PaletteSource[]
}

/** Creates an entry that opens an address, which also identifies it. */
export function placeEntry(
  place: { readonly to: string; readonly search?: Readonly<Record<string, string>> },
  label: string,
  hint?: string | null,
): PaletteEntry {
  const { to, search = {} } = place
  const query = new URLSearchParams(search).toString()
  return {
    id: query === '' ? to : `${to}?${query}`,
    label,
    ...(hint && hint !== label && { hint }),
    act: { kind: 'go', to, search },
  }
}

/** Returns the entries that match a text: each of its words is a prefix of a word in the label, hint or keywords; labels first. */
export function matching(entries: readonly PaletteEntry[], text: string): readonly PaletteEntry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const begins = (haystack: string) => {
    const parts = haystack.toLowerCase().split(/[^\p{L}\p{N}]+/u)
    return words.every((word) => parts.some((part) => part.startsWith(word)))
  }
  const byLabel = entries.filter((entry) => begins(entry.label))
  const byHint = entries.filter(
    (entry) => !byLabel.includes(entry) && begins(`${entry.label} ${entry.hint ?? ''} ${entry.words ?? ''}`),
  )
  return [...byLabel, ...byHint]
}

/** Removes a verb before a name, so that “open customer” finds customer. */
export function withoutVerb(text: string): string {
  return text.replace(/^\s*(?:open|edit|show|find|go to)\s+/i, '').trim()
}

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
