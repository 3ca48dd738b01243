import { type CellPlace, type CellRange, rangeOf } from './cell-range.ts'
import { ChangeSignal } from './change-signal.ts'

/** The open cell with the editor's initial text; without `text`, the current value. */
export interface Editing {
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
export interface RowMark {
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
