import type { CellEdit } from './drafts.ts'
import { cellEdit, type GridModel, printedCell, textEdit } from './grid-model.ts'
import type { GridColumn, GridRow } from './grid-source.ts'
import { t } from './messages.ts'
import { type CellPlace, type CellRange, isOneCell } from './selection.ts'

/** Maximum number of rows to copy or change at once; export and import handle more. */
export const maxAtOnce = 5000

/** Copied cells; `null` is NULL, which spreadsheets do not have. */
export type CopiedCells = readonly (readonly (string | null)[])[]

/** Selects all rows, or the loaded ones if there are too many or their number is unknown. */
export async function tickAll(model: GridModel): Promise<void> {
  const count = model.knownCount
  const whole = count !== null && count <= maxAtOnce
  const rows = whole ? await model.rowsFrom(0, count - 1) : model.rowsAtHand
  model.selection.tick(
    rows.map(({ key }) => key),
    true,
  )
  const ticked = { count: rows.length }
  model.say(whole ? t.rowsSelected(ticked) : t.readRowsSelected(ticked))
}

/** Applies text typed into a cell. */
export function typeInto(model: GridModel, place: CellPlace, text: string): void {
  const row = model.rowAt(place.row)
  const column = model.columnAt(place.column)
  if (row && column && model.lockOf(row, column) === null) model.drafts.edit([textEdit(row, column, text)])
}

/** Clears the selected cells: to NULL if allowed, or else to empty text if valid. */
export async function emptyCells(model: GridModel): Promise<void> {
  if (tooMany(model, model.selection.range)) return
  await editRange(model, await model.readRange(), (row, column) => {
    if (column.nullable) return cellEdit(row, column, null)
    const reading = column.read('')
    return 'problem' in reading ? null : cellEdit(row, column, reading.value)
  })
}

/** Copies the first row of the range to the rows below. */
export async function fillDown(model: GridModel): Promise<void> {
  if (tooMany(model, model.selection.range)) return
  const range = await model.readRange()
  const first = model.rowAt(range.top)
  if (!first || range.top === range.bottom) return
  const draft = model.drafts.of(first.key)
  await editRange(model, { ...range, top: range.top + 1 }, (row, column) => {
    const typed = draft?.changes.get(column.name)
    return cellEdit(row, column, typed ? typed.value : first.record[column.name], typed?.problem)
  })
}

/** Sets the active cell to its next choice. */
export function toggleCell(model: GridModel): void {
  const { active } = model.selection
  const row = model.rowAt(active.row)
  const column = model.columnAt(active.column)
  if (!row || !column || model.lockOf(row, column) !== null || column.choices.length === 0) return
  const value = model.valueAt(active)
  const texts = column.choices.map(({ text }) => text)
  const at = value === null || value === undefined ? -1 : texts.indexOf(column.print(value))
  const next = texts[at + 1]
  // After the last choice comes NULL, if the column allows it.
  const edit =
    next === undefined && column.nullable ? cellEdit(row, column, null) : textEdit(row, column, next ?? texts[0] ?? '')
  model.drafts.edit([edit])
}

/** The displayed values of the range. */
export async function copiedCells(model: GridModel): Promise<CopiedCells | null> {
  if (model.selection.isEmpty || tooMany(model, model.selection.range)) return null
  const range = await model.readRange()
  const rows = await model.rowsFrom(range.top, range.bottom)
  const columns = model.columns.slice(range.left, range.right + 1)
  return rows.map((row) => {
    const draft = model.drafts.of(row.key)
    return columns.map((column) => {
      const typed = draft?.changes.get(column.name)
      const value = typed ? typed.value : row.record[column.name]
      return value === null || value === undefined ? null : printedCell(column, value)
    })
  })
}

/** What a paste cannot take. */
export interface LeftOut {
  /** Labels of read-only columns that other values were copied for. */
  readonly columns: readonly string[]
  /** Number of copied columns beyond the last one of the grid. */
  readonly beyond: number
}

/**
 * Pastes cells, starting at the first cell of the range; a single cell fills the whole range. Rows beyond the last one are added, and
 * likewise beyond the last new row instead of overwriting stored ones. Without a selected cell, all of them become new rows. If values
 * would be left out, pastes only if `agreed` resolves to true.
 */
export async function pasteCells(
  model: GridModel,
  cells: CopiedCells,
  agreed: (leftOut: LeftOut) => Promise<boolean> = async () => true,
): Promise<void> {
  if (tooMany(model, model.selection.range)) return
  const range = await model.readRange()
  const width = Math.max(0, ...cells.map((row) => row.length))
  if (width === 0) return
  const single = cells.length === 1 && width === 1 && !isOneCell(range)
  const target: CellRange = single
    ? range
    : {
        top: range.top,
        left: range.left,
        bottom: range.top + cells.length - 1,
        right: Math.min(range.left + width, model.columns.length) - 1,
      }
  if (tooMany(model, target)) return
  const created = model.drafts.created.length
  const among = !single && target.top < created ? created - 1 : target.bottom
  const { isEmpty } = model.selection
  const present = isEmpty ? [] : await model.rowsFrom(target.top, Math.min(target.bottom, among))
  const takesNew = model.columns.slice(target.left, target.right + 1).some(({ locked }) => locked === null)
  const missing = single || !takesNew ? 0 : cells.length - present.length
  const added = Array.from({ length: missing }, () => model.drafts.blank())
  const rows = [...present, ...added]
  const textFor = ({ row, column }: CellPlace) =>
    single ? cells[0]?.[0] : cells[row - target.top]?.[column - target.left]
  const columns = lockedColumns(model, { rows, added, range: target }, textFor)
  const beyond = single ? 0 : width - (target.right - target.left + 1)
  // Where nothing fits, the reason is said instead.
  const someFit = columns.length <= target.right - target.left
  if (rows.length > 0 && someFit && (columns.length > 0 || beyond > 0) && !(await agreed({ columns, beyond }))) return
  editRows(model, { rows, added, range: target }, (row, column, place) => {
    const text = textFor(place)
    if (text === undefined) return null
    return text === null && column.nullable ? cellEdit(row, column, null) : textEdit(row, column, text ?? '')
  })
  if (single || present.length + missing === 0) return
  // New rows are above the stored ones and move them down.
  const top = isEmpty ? created : target.top < created ? target.top : target.top + missing
  const bottom = isEmpty || target.top < created ? top + cells.length - 1 : top + present.length - 1
  model.selection.moveTo({ row: top, column: target.left })
  model.selection.extendTo({ row: bottom, column: target.right })
}

type EditOf = (row: GridRow, column: GridColumn, place: CellPlace) => CellEdit | null

async function editRange(model: GridModel, range: CellRange, editOf: EditOf): Promise<void> {
  if (tooMany(model, range)) return
  editRows(model, { rows: await model.rowsFrom(range.top, range.bottom), added: [], range }, editOf)
}

interface EditedRows {
  readonly rows: readonly GridRow[]
  /** The rows created by this edit. */
  readonly added: readonly GridRow[]
  readonly range: CellRange
}

/** The labels of columns whose cells would lose a text because they are read-only. */
function lockedColumns(
  model: GridModel,
  { rows, added, range }: EditedRows,
  textFor: (place: CellPlace) => string | null | undefined,
): readonly string[] {
  const begun = new Set(added)
  const loses = (column: GridColumn, at: number) =>
    rows.some((row, down) => {
      const lock = begun.has(row) ? column.locked : model.lockOf(row, column)
      const text = textFor({ row: range.top + down, column: at })
      return lock !== null && Boolean(text) && text !== printedCell(column, row.record[column.name])
    })
  return model.columns
    .slice(range.left, range.right + 1)
    .filter((column, index) => loses(column, range.left + index))
    .map(({ label }) => label)
}

/** Edits the editable cells of these rows as one step, and announces the result. */
function editRows(model: GridModel, { rows, added, range }: EditedRows, editOf: EditOf): void {
  const edits: CellEdit[] = []
  const locked = new Set<string>()
  const begun = new Set(added)
  for (const [down, row] of rows.entries()) {
    for (let at = range.left; at <= range.right; at++) {
      const column = model.columnAt(at)
      if (!column) continue
      const lock = begun.has(row) ? column.locked : model.lockOf(row, column)
      if (lock !== null) {
        locked.add(lock)
        continue
      }
      const edit = editOf(row, column, { row: range.top + down, column: at })
      if (edit) edits.push(edit)
    }
  }
  model.drafts.edit(edits, added)
  const [reason] = locked
  if (edits.length === 0 && reason !== undefined) model.say(reason)
  else if (edits.length > 1) {
    const rows = added.length
    const cells = edits.length
    model.say(rows > 0 ? t.unsavedChanges({ rows, cells }) : t.cellsChanged({ cells }))
  }
}

function tooMany(model: GridModel, { top, bottom }: CellRange): boolean {
  if (bottom - top < maxAtOnce) return false
  model.say(t.tooManyRows({ count: maxAtOnce }))
  return true
}
