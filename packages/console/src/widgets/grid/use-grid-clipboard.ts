import { csvCell, readCsv } from '@millwright/contract/wire/csv'
import type { ClipboardEvent, RefObject } from 'react'
import { confirm } from '../../confirm/confirm.ts'
import { list } from '../../language/format.ts'
import { type CopiedCells, copiedCells, emptyCells, type LeftOut, pasteCells } from './grid-edits.ts'
import type { GridModel } from './grid-model.ts'
import { t } from './messages.ts'

/** Copies, cuts and pastes ranges like spreadsheets. */
export function useGridClipboard(model: GridModel, grid: RefObject<HTMLElement | null>) {
  const copy = async (event: ClipboardEvent, cut: boolean) => {
    if (event.target !== grid.current) return
    event.preventDefault()
    const ready = cellsAtHand(model)
    if (ready) writeClipboard(event.clipboardData, ready)
    const cells = ready ?? (await copiedCells(model))
    if (!cells) return
    // If rows must be loaded first, the event is over by then.
    if (!ready) await navigator.clipboard.writeText(cellsAsText(cells))
    if (cut) await emptyCells(model)
    const count = cells.reduce((sum, row) => sum + row.length, 0)
    model.say(cut ? t.cellsCut({ count }) : t.cellsCopied({ count }))
  }

  const paste = async (event: ClipboardEvent) => {
    if (event.target !== grid.current) return
    event.preventDefault()
    await pasteCells(model, readClipboard(event.clipboardData), pasteTheRest)
  }

  const reportFailure = (work: Promise<void>) => void work.catch(() => model.say(t.cellsFailed))
  return {
    onCopy: (event: ClipboardEvent) => reportFailure(copy(event, false)),
    onCut: (event: ClipboardEvent) => reportFailure(copy(event, true)),
    onPaste: (event: ClipboardEvent) => reportFailure(paste(event)),
  }
}

/** Asks before a paste that leaves out some of what was copied. */
function pasteTheRest({ columns, beyond }: LeftOut): Promise<boolean> {
  const reasons = [
    columns.length === 0 ? '' : t.columnsReadOnly({ columns: list(columns), count: columns.length }),
    beyond === 0 ? '' : t.columnsSurplus({ count: beyond }),
  ]
  return confirm({ title: t.pasteWhatFits, text: reasons.filter(Boolean).join(' '), action: t.paste })
}

/** The cells of the range, or `null` if some rows are not loaded. */
function cellsAtHand(model: GridModel): CopiedCells | null {
  const { top, bottom, left, right } = model.selection.range
  if (model.selection.isEmpty) return null
  const columns = model.columns.slice(left, right + 1)
  const cells: (string | null)[][] = []
  for (let row = top; row <= bottom; row++) {
    if (!model.rowAt(row)) return null
    cells.push(
      columns.map((column, at) => {
        const value = model.valueAt({ row, column: left + at })
        return value === null || value === undefined ? null : column.print(value)
      }),
    )
  }
  return cells
}

/** Next to the text for spreadsheets, so that NULL stays NULL between grids. */
const ownFormat = 'application/x-data-grid-cells'

/** Serializes cells as text for spreadsheets. */
export function cellsAsText(cells: CopiedCells): string {
  return cells.map((row) => row.map((cell) => csvCell(cell || null, '\t')).join('\t')).join('\n')
}

function writeClipboard(clipboard: DataTransfer, cells: CopiedCells): void {
  clipboard.setData('text/plain', cellsAsText(cells))
  clipboard.setData(ownFormat, JSON.stringify(cells))
}

/** Reads cells from a grid or a spreadsheet; any other text becomes one cell or lines of cells. */
function readClipboard(clipboard: DataTransfer): CopiedCells {
  return readOwn(clipboard.getData(ownFormat)) ?? cellsOfText(clipboard.getData('text/plain'))
}

/** Empty lines are cells too, except after the last line break. */
export function cellsOfText(text: string): CopiedCells {
  return readCsv(text, { delimiter: '\t', lenient: true })
}

function readOwn(text: string): CopiedCells | null {
  if (text === '') return null
  try {
    const cells: unknown = JSON.parse(text)
    return isCells(cells) ? cells : null
  } catch {
    return null
  }
}

function isCells(value: unknown): value is CopiedCells {
  return (
    Array.isArray(value) &&
    value.every((row) => Array.isArray(row) && row.every((cell) => cell === null || typeof cell === 'string'))
  )
}
