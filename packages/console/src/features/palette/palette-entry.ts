import type { ReactElement } from 'react'

/** What choosing something does: goes to an address of the console, does it at once, or asks what with. */
export type PaletteAct =
  | { readonly kind: 'go'; readonly to: string; readonly search?: Readonly<Record<string, string>> }
  | { readonly kind: 'do'; readonly run: () => Promise<void> | void }
  | { readonly kind: 'ask'; readonly stage: PaletteStage }

/** Something that the palette offers: a place, an action, or a record that was found. */
export interface PaletteEntry {
  /** The same whenever it is offered, for it may be among the recent ones. */
  readonly id: string
  readonly label: string
  readonly hint?: string
  /** By which it is found besides; not shown. */
  readonly words?: string
  readonly icon?: ReactElement
  readonly act: PaletteAct
}

/** Entries under a heading. */
export interface PaletteGroup {
  readonly title: string
  readonly entries: readonly PaletteEntry[]
}

/** Where the palette looks for what it does not know itself. */
export interface RecordSource {
  readonly title: string
  readonly find: (text: string, signal: AbortSignal) => Promise<readonly PaletteEntry[]>
}

/** A question that an action asks: everything there is of its sources, narrowed by a text. */
export interface PaletteStage {
  readonly id: string
  /** What is being done: “Open table”. */
  readonly title: string
  /** What is to be typed: “Which table?” */
  readonly prompt: string
  readonly sources: readonly RecordSource[]
}

/** An entry that leads to an address, by which it is known. */
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

/** The entries that a text means: every word of it begins some word of the label, hint or further words; labels first. */
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

/** A text without the verb before what it names, so that “open customer” finds customer. */
export function withoutVerb(text: string): string {
  return text.replace(/^\s*(?:open|edit|show|find|go to)\s+/i, '').trim()
}
