import { csvCell, readCsv } from '@millwright/contract/wire/csv'
import type { CopiedCells } from './grid-edits.ts'

/** Next to the text for spreadsheets, so that NULL stays NULL between grids. */
const ownFormat = 'application/x-data-grid-cells'

/** Serializes cells as text for spreadsheets. */
export function cellsAsText(cells: CopiedCells): string {
  return cells.map((row) => row.map((cell) => csvCell(cell || null, '\t')).join('\t')).join('\n')
}

export function writeClipboard(clipboard: DataTransfer, cells: CopiedCells): void {
  clipboard.setData('text/plain', cellsAsText(cells))
  clipboard.setData(ownFormat, JSON.stringify(cells))
}

/** Reads cells from a grid or a spreadsheet; any other text becomes one cell or lines of cells. */
export function readClipboard(clipboard: DataTransfer): CopiedCells {
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
