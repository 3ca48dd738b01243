import type { ReactElement } from 'react'

/** Something the palette can do. */
export interface PaletteEntry {
  id: string
  label: string
  hint?: string
  icon?: ReactElement
  run: () => void
}

/** A record that was found. */
export interface RecordHit {
  /** Its address in the console. */
  to: string
  label: string
  hint?: string
}

/** A collection in which the palette looks for records. */
export interface RecordSource {
  title: string
  find: (text: string, signal: AbortSignal) => Promise<RecordHit[]>
}

/** The entries that a text means: every word of it begins some word of the label or hint; labels first. */
export function matching(entries: readonly PaletteEntry[], text: string): PaletteEntry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const begins = (haystack: string) => {
    const parts = haystack.toLowerCase().split(/[^\p{L}\p{N}]+/u)
    return words.every((word) => parts.some((part) => part.startsWith(word)))
  }
  const byLabel = entries.filter((entry) => begins(entry.label))
  const byHint = entries.filter((entry) => !byLabel.includes(entry) && begins(`${entry.label} ${entry.hint ?? ''}`))
  return [...byLabel, ...byHint]
}
