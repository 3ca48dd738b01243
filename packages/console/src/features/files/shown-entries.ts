import { byName, type FileEntry } from '../../instance/folder-listing.ts'
import { filesMessages } from './messages.ts'

/** The selected entries of a folder, by path. */
export interface EntrySelection {
  readonly chosen: ReadonlySet<string>
  /** The row from which Shift extends the selection. */
  readonly anchor: string | null
}

export const nothingChosen: EntrySelection = { chosen: new Set(), anchor: null }

/** How keyboard and mouse select: only this row, toggling it, or the range up to it. */
export type ChooseHow = 'only' | 'toggle' | 'range'

/** Updates the selection. `rows`: paths in display order. */
export function choose(
  selection: EntrySelection,
  rows: readonly string[],
  path: string,
  how: ChooseHow,
): EntrySelection {
  if (how === 'only') return { chosen: new Set([path]), anchor: path }
  if (how === 'toggle') {
    const chosen = new Set(selection.chosen)
    if (!chosen.delete(path)) chosen.add(path)
    return { chosen, anchor: path }
  }
  const anchor = selection.anchor ?? rows[0] ?? path
  const [from, to] = [rows.indexOf(anchor), rows.indexOf(path)].sort((a, b) => a - b)
  if (from === undefined || to === undefined || from < 0) return { chosen: new Set([path]), anchor: path }
  return { chosen: new Set(rows.slice(from, to + 1)), anchor }
}

export function chooseAll(rows: readonly string[]): EntrySelection {
  return { chosen: new Set(rows), anchor: rows[0] ?? null }
}

/** Returns the selection without deleted rows; the same object if there are none. */
export function stillThere(selection: EntrySelection, rows: readonly string[]): EntrySelection {
  if (selection.chosen.size === 0) return selection
  const there = new Set(rows)
  const chosen = [...selection.chosen].filter((path) => there.has(path))
  return chosen.length === selection.chosen.size ? selection : { chosen: new Set(chosen), anchor: selection.anchor }
}

/** Returns the next row after `from` that starts with the typed letters, wrapping around. */
export function typedAhead(names: readonly string[], from: number, typed: string): number | null {
  const wanted = typed.toLowerCase()
  for (let step = 0; step < names.length; step++) {
    // With a second letter, the row that the first one found may still match.
    const at = (from + step + (typed.length === 1 ? 1 : 0)) % names.length
    if (names[at]?.toLowerCase().startsWith(wanted)) return at
  }
  return null
}

export const sortFields = ['name', 'size', 'type', 'modified'] as const

export interface EntrySort {
  readonly field: (typeof sortFields)[number]
  readonly down: boolean
}

type Compare = (one: FileEntry, other: FileEntry) => number

const comparing: Readonly<Record<EntrySort['field'], Compare>> = {
  name: () => 0,
  size: (one, other) => (one.size ?? -1) - (other.size ?? -1),
  type: (one, other) => byName(kindWord(one), kindWord(other)),
  modified: (one, other) => (one.modified ?? 0) - (other.modified ?? 0),
}

/** Sorts folders first, then by the given field, then by name. */
export function sortEntries(entries: readonly FileEntry[], { field, down }: EntrySort): readonly FileEntry[] {
  const turn = down ? -1 : 1
  const compare = comparing[field]
  return entries.toSorted((one, other) => {
    if (one.type !== other.type) return one.type === 'folder' ? -1 : 1
    return (
      turn * (compare(one, other) || (field === 'name' ? byName(one.name, other.name) : 0)) ||
      byName(one.name, other.name)
    )
  })
}

/** Returns the entries whose name contains the text, ignoring case. */
export function findEntries(entries: readonly FileEntry[], text: string): readonly FileEntry[] {
  const wanted = text.trim().toLowerCase()
  return wanted === '' ? entries : entries.filter(({ name }) => name.toLowerCase().includes(wanted))
}

/** Returns the kind of an entry in a word: its extension for files. */
export function kindWord({ type, name }: Pick<FileEntry, 'type' | 'name'>): string {
  if (type === 'folder') return filesMessages.folder
  const ending = endingOf(name)
  return ending === '' ? filesMessages.file : ending.toUpperCase()
}

/** Returns the extension in lower case, without the dot; empty if there is none. */
export function endingOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : ''
}
