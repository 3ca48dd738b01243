import { ChangeSignal } from './change-signal.ts'

/** A cell, by its displayed position in the grid. */
export interface CellPlace {
  readonly row: number
  readonly column: number
}

/** A rectangle of cells, inclusive. */
export interface CellRange {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

export interface GridSize {
  readonly rows: number
  readonly columns: number
  /** Number of rows that fit into the view. */
  readonly page: number
}

export function rangeOf(one: CellPlace, other: CellPlace): CellRange {
  return {
    top: Math.min(one.row, other.row),
    bottom: Math.max(one.row, other.row),
    left: Math.min(one.column, other.column),
    right: Math.max(one.column, other.column),
  }
}

export function isOneCell({ top, bottom, left, right }: CellRange): boolean {
  return top === bottom && left === right
}

/** The cell that a key moves to; `null` for other keys. `far` is Ctrl or ⌘. */
export function cellAfterKey(key: string, from: CellPlace, size: GridSize, far: boolean): CellPlace | null {
  const { row, column } = from
  const lastRow = Math.max(0, size.rows - 1)
  const lastColumn = Math.max(0, size.columns - 1)
  switch (key) {
    case 'ArrowUp':
      return { row: far ? 0 : Math.max(0, row - 1), column }
    case 'ArrowDown':
      return { row: far ? lastRow : Math.min(lastRow, row + 1), column }
    case 'ArrowLeft':
      return { row, column: far ? 0 : Math.max(0, column - 1) }
    case 'ArrowRight':
      return { row, column: far ? lastColumn : Math.min(lastColumn, column + 1) }
    case 'PageUp':
      return { row: Math.max(0, row - size.page), column }
    case 'PageDown':
      return { row: Math.min(lastRow, row + size.page), column }
    case 'Home':
      return { row: far ? 0 : row, column: 0 }
    case 'End':
      return { row: far ? lastRow : row, column: lastColumn }
    default:
      return null
  }
}

/** The next cell along the rows for Tab; `null` at the end. */
export function cellAlong(from: CellPlace, size: GridSize, back: boolean): CellPlace | null {
  const column = from.column + (back ? -1 : 1)
  if (column >= 0 && column < size.columns) return { row: from.row, column }
  const row = from.row + (back ? -1 : 1)
  return row >= 0 && row < size.rows ? { row, column: back ? size.columns - 1 : 0 } : null
}

/** The open cell with the editor's initial text; without `text`, the current value. */
interface Editing {
  readonly place: CellPlace
  readonly text?: string
}

/** The row of the active cell when no cell is selected. */
const noRow = -1

/** The active cell, the range that starts at it, the open cell, and the selected rows. */
export class GridSelection {
  readonly changed = new ChangeSignal()
  #active: CellPlace = { row: 0, column: 0 }
  #head: CellPlace = { row: 0, column: 0 }
  #editing: Editing | null = null
  #ticked: ReadonlySet<string> = new Set<string>()
  #lastRow = 0

  /** Its row is -1 if no cell is selected. */
  get active(): CellPlace {
    return this.#active
  }

  get isEmpty(): boolean {
    return this.#active.row === noRow
  }

  /** The row where the keyboard continues if no cell is selected. */
  get lastRow(): number {
    return this.#lastRow
  }

  /** The moving corner of the range. */
  get head(): CellPlace {
    return this.#head
  }

  get range(): CellRange {
    return rangeOf(this.#active, this.#head)
  }

  get editing(): Editing | null {
    return this.#editing
  }

  get ticked(): ReadonlySet<string> {
    return this.#ticked
  }

  moveTo(place: CellPlace): void {
    this.#active = place
    this.#head = place
    this.#editing = null
    this.changed.emit()
  }

  /** Moves the selection to other rows; an open cell stays open. */
  moveRows(active: number, head: number): void {
    this.#active = { row: active, column: this.#active.column }
    this.#head = { row: head, column: this.#head.column }
    if (this.#editing) this.#editing = { ...this.#editing, place: this.#active }
    this.changed.emit()
  }

  /** Clears the cell selection. */
  leave(): void {
    if (this.isEmpty) return
    this.#lastRow = this.#active.row
    this.moveTo({ row: noRow, column: this.#active.column })
  }

  extendTo(place: CellPlace): void {
    if (this.isEmpty) {
      this.moveTo(place)
      return
    }
    if (place.row === this.#head.row && place.column === this.#head.column) return
    this.#head = place
    this.changed.emit()
  }

  open(editing: Editing | null): void {
    if (editing) {
      this.#active = editing.place
      this.#head = editing.place
    }
    this.#editing = editing
    this.changed.emit()
  }

  tick(keys: readonly string[], on: boolean): void {
    const next = new Set(this.#ticked)
    for (const key of keys) {
      if (on) next.add(key)
      else next.delete(key)
    }
    this.#ticked = next
    this.changed.emit()
  }

  untickAll(): void {
    this.#ticked = new Set()
    this.changed.emit()
  }

  /** The part of the state that concerns a row, as text: a row whose text is unchanged need not render. */
  readonly mark = (row: number, key: string | undefined): string => {
    const { top, bottom, left, right } = this.range
    const span = row >= top && row <= bottom ? `${left}-${right}` : ''
    const active = row === this.#active.row ? this.#active.column : ''
    const open = this.#editing?.place.row === row ? this.#editing.place.column : ''
    return `${active}|${span}|${open}|${key !== undefined && this.#ticked.has(key) ? 1 : 0}`
  }
}

/** The parsed `mark`. */
interface RowMark {
  /** -1 if the active cell is in another row. */
  readonly active: number
  /** The first and last column of the range; `from` is greater than `to` if the range does not include the row. */
  readonly from: number
  readonly to: number
  /** The column of the open cell, or -1. */
  readonly open: number
  readonly ticked: boolean
}

export function readMark(mark: string): RowMark {
  const [active = '', span = '', open = '', ticked = ''] = mark.split('|')
  const [from = '', to = ''] = span.split('-')
  return {
    active: active === '' ? -1 : Number(active),
    from: span === '' ? 0 : Number(from),
    to: span === '' ? -1 : Number(to),
    open: open === '' ? -1 : Number(open),
    ticked: ticked === '1',
  }
}
