import { type CellPlace, cellAlong, type GridSize, placeAfter } from './cell-range.ts'
import type { GridColumn } from './grid-source.ts'

/** A key as a browser tells it. */
export interface PressedKey {
  readonly key: string
  readonly shift: boolean
  /** Ctrl or ⌘. */
  readonly command: boolean
  readonly alt: boolean
}

export type GridCommand =
  | { readonly kind: 'move' | 'extend'; readonly to: CellPlace }
  | { readonly kind: 'open'; readonly text?: string }
  | {
      readonly kind:
        | 'head'
        | 'release'
        | 'record'
        | 'lookup'
        | 'toggle'
        | 'tick'
        | 'empty'
        | 'undo'
        | 'redo'
        | 'all'
        | 'fill'
    }

interface KeyContext {
  readonly active: CellPlace
  /** The corner of the range that moves. */
  readonly head: CellPlace
  readonly size: GridSize
  readonly column: GridColumn | undefined
  /** Escape was pressed: Tab leads out of the grid. */
  readonly released: boolean
}

/** What a key means while no cell is open; null: nothing of ours. */
export function commandFor(pressed: PressedKey, context: KeyContext): GridCommand | null {
  const { key, shift, command, alt } = pressed
  const { active, head, size, column } = context
  if (command && !alt) {
    const letter = lettered(key.toLowerCase(), shift)
    if (letter) return letter
  }
  if (key === 'Tab') {
    const to = context.released || command || alt ? null : cellAlong(active, size, shift)
    return to ? { kind: 'move', to } : null
  }
  // A second one is for what the grid stands in, such as a panel that closes.
  if (key === 'Escape') return context.released ? null : { kind: 'release' }
  if (alt) return key === 'ArrowDown' ? { kind: 'lookup' } : null
  if (key === 'ArrowUp' && !shift && !command && active.row === 0) return { kind: 'head' }
  const to = placeAfter(key, shift ? head : active, size, command)
  if (to) return { kind: shift ? 'extend' : 'move', to }
  if (key === 'Enter') return command ? { kind: 'record' } : { kind: 'open' }
  if (key === 'F2') return { kind: 'open' }
  if (key === 'F4') return { kind: 'lookup' }
  if (key === 'Delete' || key === 'Backspace') return { kind: 'empty' }
  if (key === ' ' && shift) return { kind: 'tick' }
  if (key === ' ' && column?.editor === 'toggle') return { kind: 'toggle' }
  return key.length === 1 && !command ? { kind: 'open', text: key } : null
}

function lettered(letter: string, shift: boolean): GridCommand | null {
  if (letter === 'z') return { kind: shift ? 'redo' : 'undo' }
  if (letter === 'y') return { kind: 'redo' }
  if (letter === 'a') return { kind: 'all' }
  return letter === 'd' ? { kind: 'fill' } : null
}
