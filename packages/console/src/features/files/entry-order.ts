import { byName, type FileEntry } from '../../instance/folder-listing.ts'
import { filesMessages } from './messages.ts'

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
