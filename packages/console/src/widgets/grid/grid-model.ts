import { ChangeSignal } from './change-signal.ts'
import { type CellEdit, Drafts, draftedRecord, type RowDraft } from './drafts.ts'
import type { GridColumn, GridRow, GridSource } from './grid-source.ts'
import { RowWindows } from './row-windows.ts'
import { type CellPlace, type CellRange, GridSelection } from './selection.ts'

interface GridModelParts {
  readonly source: GridSource
  readonly columns: readonly GridColumn[]
  /** First rows that are already loaded. */
  readonly first?: readonly GridRow[] | null
  /** The previous model, whose rows are shown until the new ones are loaded. */
  readonly former?: GridModel | null
}

/** State of a grid: its rows, selection and edits. New rows are above those of the source. */
export class GridModel {
  readonly windows: RowWindows
  readonly drafts = new Drafts()
  readonly selection = new GridSelection()
  /** The latest announcement for screen readers. */
  readonly said = new ChangeSignal()
  readonly #anchor: SelectionAnchor
  #columns: readonly GridColumn[]
  #saying = ''
  #lock: string | null = null

  constructor({ source, columns, first = null, former = null }: GridModelParts) {
    this.windows = new RowWindows(source, first, former?.windows ?? null)
    this.#columns = columns
    this.#anchor = new SelectionAnchor(this.selection, {
      keyAt: (row) => this.rowAt(row)?.key,
      placeOf: (key) => this.placeOf(key),
    })
    this.drafts.changed.subscribe(() => this.#anchor.settle())
    this.windows.changed.subscribe(() => this.#anchor.settle())
  }

  get columns(): readonly GridColumn[] {
    return this.#columns
  }

  /** Changes the visible columns. Edits in hidden columns are preserved. */
  setColumns(columns: readonly GridColumn[]): void {
    if (columns === this.#columns) return
    const { active, head } = this.selection
    const placeNow = (column: number) => columns.findIndex(({ name }) => name === this.#columns[column]?.name)
    const from = placeNow(active.column)
    const to = placeNow(head.column)
    this.#columns = columns
    if (from === active.column && to === head.column) return
    this.selection.moveTo({ ...active, column: Math.max(0, from) })
    if (from >= 0 && to >= 0) this.selection.extendTo({ ...head, column: to })
  }

  /** Handles stored rows, by the key under which they were sent: a selection among new ones is preserved under their new keys. */
  stored(sent: readonly RowDraft[], rows: ReadonlyMap<string, GridRow>): void {
    this.#anchor.rename(new Map([...rows].map(([key, row]) => [key, row.key])))
    this.drafts.stored(sent, rows)
  }

  /** The selected range, after all its rows are loaded and their positions known. */
  async readRange(): Promise<CellRange> {
    const { top, bottom } = this.selection.range
    await this.rowsFrom(top, bottom)
    return this.selection.range
  }

  get rowCount(): number {
    return this.drafts.created.length + this.windows.rowCount
  }

  /** `null` if the number of rows is unknown. */
  get knownCount(): number | null {
    const { count } = this.windows
    return count === null ? null : count + this.drafts.created.length
  }

  /** `undefined` if it is not loaded. */
  rowAt(index: number): GridRow | undefined {
    const created = this.drafts.created.length
    return index < created ? this.drafts.created[index] : this.windows.rowAt(index - created)
  }

  /** The position of a row; `null` if it is not loaded. */
  placeOf(key: string): number | null {
    const { created } = this.drafts
    const own = created.findIndex((row) => row.key === key)
    if (own >= 0) return own
    const place = this.windows.placeOf(key)
    return place === null ? null : place + created.length
  }

  columnAt(index: number): GridColumn | undefined {
    return this.#columns[index]
  }

  /** Makes all cells read-only for the given reason; `null` applies only the columns' own restrictions. */
  setLock(reason: string | null): void {
    this.#lock = reason
  }

  /** Why a cell cannot be edited, or `null`. */
  lockOf(row: GridRow, column: GridColumn): string | null {
    return this.#lock ?? column.locked ?? (this.drafts.of(row.key)?.isNew ? null : column.fixed)
  }

  /** The value of a cell, edited or stored; `undefined` if its row is not loaded. */
  valueAt({ row, column }: CellPlace): unknown {
    const found = this.rowAt(row)
    const { name } = this.#columns[column] ?? {}
    return found && name !== undefined ? draftedRecord(found, this.drafts.of(found.key))[name] : undefined
  }

  /** The rows in a range, loading them if necessary. */
  async rowsFrom(first: number, last: number, signal?: AbortSignal): Promise<GridRow[]> {
    if (last < 0) return []
    const { created } = this.drafts
    const own = created.slice(first, last + 1)
    if (last < created.length) return own
    const rest = await this.windows.load(Math.max(0, first - created.length), last - created.length, signal)
    return [...own, ...rest]
  }

  get rowsAtHand(): readonly GridRow[] {
    return [...this.drafts.created, ...this.windows.rowsAtHand]
  }

  get saying(): string {
    return this.#saying
  }

  /** Announces a text to screen readers. */
  say(words: string): void {
    this.#saying = words
    this.said.emit()
  }

  stop(): void {
    this.windows.stop()
  }
}

/** The edit that sets a cell's value, or clears the draft if that is the stored value. */
export function cellEdit(row: GridRow, column: GridColumn, value: unknown, problem?: string): CellEdit {
  const stored = row.record[column.name]
  const same = problem === undefined && sameCell(column, stored, value)
  const draft = problem === undefined ? { value } : { value, problem }
  return { row, field: column.name, draft: same ? null : draft }
}

function sameCell(column: GridColumn, one: unknown, other: unknown): boolean {
  const left = one ?? null
  const right = other ?? null
  if (left === null || right === null) return left === right
  return column.print(left) === column.print(right)
}

/** The edit for a typed text; text that cannot be parsed is preserved with the reason. */
export function textEdit(row: GridRow, column: GridColumn, text: string): CellEdit {
  const reading = column.read(text)
  return 'problem' in reading ? cellEdit(row, column, text, reading.problem) : cellEdit(row, column, reading.value)
}

/** A value as text for editing and copying. */
export function printedCell(column: GridColumn, value: unknown): string {
  return value === null || value === undefined ? '' : column.print(value)
}

/** The rows of a grid, as used by the selection anchor. */
interface AnchorRows {
  /** `undefined` if the row is not loaded. */
  readonly keyAt: (row: number) => string | undefined
  /** `null` if the row is not loaded. */
  readonly placeOf: (key: string) => number | null
}

/**
 * Anchors the selection to its rows: pasting, deleting and typing must affect the selected rows, wherever they are by then. If they were
 * deleted or are no longer loaded, the selection is cleared instead of moving to other rows.
 */
class SelectionAnchor {
  readonly #selection: GridSelection
  readonly #rows: AnchorRows
  #active: string | undefined
  #head: string | undefined
  #moving = false

  constructor(selection: GridSelection, rows: AnchorRows) {
    this.#selection = selection
    this.#rows = rows
    selection.changed.subscribe(() => this.#take())
  }

  /** Moves the selection to the current positions of its rows. */
  settle(): void {
    const { active, head } = this.#selection
    this.#active ??= this.#rows.keyAt(active.row)
    this.#head ??= this.#rows.keyAt(head.row)
    const rows = [this.#placeNow(active.row, this.#active), this.#placeNow(head.row, this.#head)] as const
    if (rows[0] === active.row && rows[1] === head.row) return
    this.#moving = true
    if (rows.includes(null)) this.#selection.leave()
    else this.#selection.moveRows(rows[0] ?? 0, rows[1] ?? 0)
    this.#moving = false
  }

  /** Updates the keys of rows, such as after new rows are stored. */
  rename(keys: ReadonlyMap<string, string>): void {
    this.#active = keys.get(this.#active ?? '') ?? this.#active
    this.#head = keys.get(this.#head ?? '') ?? this.#head
  }

  #take(): void {
    const { active, head, isEmpty } = this.#selection
    if (this.#moving || isEmpty) return
    this.#active = this.#rows.keyAt(active.row)
    this.#head = this.#rows.keyAt(head.row)
  }

  #placeNow(row: number, key: string | undefined): number | null {
    const present = this.#rows.keyAt(row)
    if (key === undefined || present === key) return row
    const place = this.#rows.placeOf(key)
    if (place !== null) return place
    return row >= 0 && present === undefined ? row : null
  }
}
