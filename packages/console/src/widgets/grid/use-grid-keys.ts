import { type KeyboardEvent, type RefObject, useRef } from 'react'
import { emptyCells, fillDown, toggleCell, typeInto } from './grid-edits.ts'
import type { GridModel } from './grid-model.ts'
import type { EndEditing } from './grid-row.tsx'
import type { GridColumn } from './grid-source.ts'
import { t } from './messages.ts'
import { type CellPlace, cellAfterKey, cellAlong, type GridSize } from './selection.ts'

interface GridKeysParts {
  readonly model: GridModel
  readonly grid: RefObject<HTMLElement | null>
  /** Number of rows that fit into the view. */
  readonly page: number
  readonly reveal: (place: CellPlace) => void
  readonly onHead: (column: number) => void
  readonly onOpen: (row: number) => void
  readonly onLookup: ((place: CellPlace) => void) | null
  readonly onMenu: (place: CellPlace) => void
}

/** Keyboard handling of the grid, and ending of edits. */
export function useGridKeys(parts: GridKeysParts) {
  const { model, grid, reveal } = parts
  const { selection } = model
  const released = useRef(false)
  const size = (): GridSize => ({ rows: model.rowCount, columns: model.columns.length, page: parts.page })

  const goTo = (place: CellPlace) => {
    selection.moveTo(place)
    reveal(place)
  }

  const openCell = (text?: string) => {
    const { active } = selection
    const row = model.rowAt(active.row)
    const column = model.columnAt(active.column)
    if (!row || !column) return
    const lock = model.lockOf(row, column)
    if (lock !== null) return model.say(lock)
    reveal(active)
    selection.open(text === undefined ? { place: active } : { place: active, text })
  }

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== grid.current || event.nativeEvent.isComposing) return
    const { active, head } = selection
    const pressed = {
      key: event.key,
      shift: event.shiftKey,
      command: event.ctrlKey || event.metaKey,
      alt: event.altKey,
    }
    const column = model.columnAt(active.column)
    const command = commandFor(pressed, { active, head, size: size(), column, released: released.current })
    if (event.key !== 'Shift') released.current = command?.kind === 'release'
    if (!command || model.columns.length === 0) return
    event.preventDefault()
    if (selection.isEmpty && (command.kind === 'move' || command.kind === 'extend'))
      return goTo({ row: Math.max(0, Math.min(selection.lastRow, model.rowCount - 1)), column: active.column })
    switch (command.kind) {
      case 'move':
        return goTo(command.to)
      case 'extend':
        selection.extendTo(command.to)
        return reveal(command.to)
      case 'open':
        return openCell(command.text)
      case 'release':
        return selection.moveTo(active)
      case 'head':
        return parts.onHead(active.column)
      case 'record':
        return parts.onOpen(active.row)
      case 'lookup':
        return selection.isEmpty ? undefined : parts.onLookup?.(active)
      case 'menu':
        return selection.isEmpty ? undefined : parts.onMenu(active)
      case 'toggle':
        return toggleCell(model)
      case 'tick': {
        const row = model.rowAt(active.row)
        return row && selection.tick([row.key], !selection.ticked.has(row.key))
      }
      case 'empty':
        return void emptyCells(model).catch(() => model.say(t.rowsFailed))
      case 'fill':
        return void fillDown(model).catch(() => model.say(t.rowsFailed))
      case 'all': {
        selection.moveTo({ row: 0, column: 0 })
        return selection.extendTo({ row: Math.max(0, model.rowCount - 1), column: model.columns.length - 1 })
      }
      case 'undo':
      case 'redo':
        return takeBack(command.kind)
    }
  }

  const takeBack = (kind: 'undo' | 'redo') => {
    const [key] = kind === 'undo' ? model.drafts.undo() : model.drafts.redo()
    if (key === undefined) return model.say(kind === 'undo' ? t.nothingToUndo : t.nothingToRedo)
    model.say(kind === 'undo' ? t.undone : t.redone)
    const row = model.placeOf(key)
    if (row !== null && row !== selection.active.row) goTo({ row, column: selection.active.column })
  }

  const onEnd: EndEditing = (text, move) => {
    const place = selection.editing?.place
    if (!place) return
    const stillThere = grid.current?.contains(document.activeElement) ?? false
    if (text !== null) typeInto(model, place, text)
    selection.open(null)
    if (stillThere) grid.current?.focus({ preventScroll: true })
    const next = placeOfMove(place, move, size())
    if (next) goTo(next)
  }

  return { onKeyDown, onEnd, openCell }
}

function placeOfMove(place: CellPlace, move: Parameters<EndEditing>[1], size: GridSize): CellPlace | null {
  if (move === 'stay') return null
  if (move === 'next' || move === 'back') return cellAlong(place, size, move === 'back')
  const row = place.row + (move === 'down' ? 1 : -1)
  return row >= 0 && row < size.rows ? { row, column: place.column } : null
}

/** A key as reported by the browser. */
interface PressedKey {
  readonly key: string
  readonly shift: boolean
  /** Ctrl or ⌘. */
  readonly command: boolean
  readonly alt: boolean
}

type GridCommand =
  | { readonly kind: 'move' | 'extend'; readonly to: CellPlace }
  | { readonly kind: 'open'; readonly text?: string }
  | {
      readonly kind:
        | 'head'
        | 'release'
        | 'record'
        | 'lookup'
        | 'menu'
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
  /** The moving corner of the range. */
  readonly head: CellPlace
  readonly size: GridSize
  readonly column: GridColumn | undefined
  /** Whether Escape was pressed, so that Tab leaves the grid. */
  readonly released: boolean
}

/** The command for a key while no cell is open; `null` for other keys. */
function commandFor(pressed: PressedKey, context: KeyContext): GridCommand | null {
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
  // A second Escape is left to the container, such as a panel that closes.
  if (key === 'Escape') return context.released ? null : { kind: 'release' }
  if (alt) return key === 'ArrowDown' ? { kind: 'lookup' } : null
  if (key === 'ArrowUp' && !shift && !command && active.row === 0) return { kind: 'head' }
  const to = cellAfterKey(key, shift ? head : active, size, command)
  if (to) return { kind: shift ? 'extend' : 'move', to }
  if (key === 'Enter') return command ? { kind: 'record' } : { kind: 'open' }
  if (key === 'ContextMenu' || (key === 'F10' && shift)) return { kind: 'menu' }
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
