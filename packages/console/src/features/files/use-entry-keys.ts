import { type KeyboardEvent, useRef } from 'react'
import type { FileEntry } from '../../instance/folder-listing.ts'
import { rowAfter, type useActiveRow } from '../../widgets/list/record-list/row-focus.ts'
import { choose, chooseAll, type EntrySelection, nothingChosen, typedAhead } from './shown-entries.ts'

/** Actions of keys other than selecting. */
export interface EntryKeys {
  readonly up: () => void
  readonly rename: (entry: FileEntry) => void
  readonly remove: (entry: FileEntry) => void
  readonly copy: (entry: FileEntry) => void
  readonly cut: (entry: FileEntry) => void
  readonly paste: () => void
}

interface EntryKeysParts {
  readonly entries: readonly FileEntry[]
  readonly paths: readonly string[]
  readonly selection: EntrySelection
  readonly active: ReturnType<typeof useActiveRow>
  readonly keys: EntryKeys
  readonly onSelection: (selection: EntrySelection) => void
  readonly onOpen: (entry: FileEntry) => void
}

/** A row's checkbox has the focus after a click on it, and handles its own keys. */
function isTick({ target, key }: KeyboardEvent): boolean {
  return target instanceof HTMLInputElement && target.type === 'checkbox' && key !== ' ' && key !== 'Enter'
}

/** Milliseconds after which typed letters start a new search. */
const typingPause = 800

/** Handles the keys of a list of files as file managers do; docs/console.md lists them. */
export function useEntryKeys(parts: EntryKeysParts): (event: KeyboardEvent<HTMLElement>) => void {
  const { entries, paths, selection, active, keys, onSelection } = parts
  const typed = useRef({ text: '', at: 0 })
  const entry = entries[active.index]

  const typeAhead = (letter: string) => {
    const now = Date.now()
    const text = now - typed.current.at > typingPause ? letter : typed.current.text + letter
    typed.current = { text, at: now }
    const names = entries.map(({ name }) => name)
    const at = typedAhead(names, active.index, text)
    if (at !== null) active.go(at)
  }

  return (event) => {
    const onRow = event.target instanceof HTMLElement && event.target.dataset.row !== undefined
    if (!onRow && event.target instanceof Element && event.target.closest('[role="menu"]')) return
    const command = event.ctrlKey || event.metaKey
    if (!command && !event.altKey && rowAfter(event.key, active.index, entries.length) !== null) {
      const next = paths[active.after(event.key)]
      if (active.move(event) && event.shiftKey && next !== undefined) {
        const from = selection.anchor === null && entry ? choose(nothingChosen, paths, entry.path, 'only') : selection
        onSelection(choose(from, paths, next, 'range'))
      }
      return
    }
    if (!entry || !(onRow || isTick(event))) return
    const act = commandOf(event, command)
    if (act === null) return
    event.preventDefault()
    act()
  }

  function commandOf(event: KeyboardEvent, command: boolean): (() => void) | null {
    const { key } = event
    if (!entry) return null
    if (command) {
      const marked = document.getSelection()?.toString() !== ''
      const onCommand: Readonly<Record<string, () => void>> = {
        a: () => onSelection(chooseAll(paths)),
        ...(marked ? {} : { c: () => keys.copy(entry), x: () => keys.cut(entry) }),
        v: keys.paste,
      }
      return onCommand[key.toLowerCase()] ?? null
    }
    if (event.altKey) return key === 'ArrowUp' ? keys.up : null
    switch (key) {
      case 'Enter':
        return () => parts.onOpen(entry)
      case ' ':
        return () => onSelection(choose(selection, paths, entry.path, event.shiftKey ? 'range' : 'toggle'))
      case 'F2':
        return () => keys.rename(entry)
      case 'Delete':
        return () => keys.remove(entry)
      case 'Backspace':
        return keys.up
      case 'Escape':
        return selection.chosen.size > 0 ? () => onSelection(nothingChosen) : null
      default:
        return key.length === 1 && key !== '/' ? () => typeAhead(key) : null
    }
  }
}
