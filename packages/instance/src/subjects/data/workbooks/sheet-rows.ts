import { dateText } from './date-forms.ts'
import type { Sheet, Workbook, WorkbookParts } from './workbook.ts'
import { badWorkbook } from './xml-part.ts'

export type CellValue = string | number | boolean | null

/** By column, from 0; empty cells are absent. */
export type SheetRow = ReadonlyMap<number, CellValue>

/** Most columns of a sheet and most characters of a cell, as in Excel. */
const maxColumns = 16_384
const longestCell = 2 ** 20

/** The rows of a sheet in order, in batches; rows without cells are skipped, or with `withEmpty` empty. */
export async function* sheetRows(workbook: Workbook, sheet: Sheet, withEmpty: boolean): AsyncGenerator<SheetRow[]> {
  const parts = await workbook.parts()
  let rows: SheetRow[] = []
  let row = new Map<number, CellValue>()
  let [number, column] = [0, -1]
  let [type, style, text, isText] = ['n', 0, '', false]

  const begin = (attributes: Readonly<Record<string, string>>) => {
    const next = Number(attributes.r ?? number + 1)
    // Row numbers have gaps for empty rows. A crafted file could contain any number, so large gaps are skipped.
    if (withEmpty && next - number <= 1000) for (let at = number + 1; at < next; at += 1) rows.push(new Map())
    number = next
    column = -1
    row = new Map()
  }
  const scan = workbook.scan(sheet, {
    opened(name, attributes) {
      if (name === 'row') begin(attributes)
      if (name === 'c') {
        column = columnIn(attributes.r) ?? column + 1
        if (column >= maxColumns) throw badWorkbook(`a row has more than ${maxColumns} columns.`)
        type = attributes.t ?? 'n'
        style = Number(attributes.s ?? 0)
        text = ''
      }
      isText = name === 'v' || name === 't'
    },
    said(piece) {
      if (!isText) return
      text += piece
      if (text.length > longestCell) throw badWorkbook('a cell has too long a text.')
    },
    closed(name) {
      if (name === 'v' || name === 't') isText = false
      if (name === 'c') {
        const value = cellValue(type, text, style, parts)
        if (value !== null) row.set(column, value)
      }
      if (name === 'row' && (withEmpty || row.size > 0)) rows.push(row)
    },
  })
  for await (const _ of scan) {
    if (rows.length > 0) yield rows
    rows = []
  }
}

function cellValue(type: string, text: string, style: number, { texts, forms, isLate }: WorkbookParts): CellValue {
  if (type === 's') return texts[Number(text)] ?? null
  if (text === '') return null
  if (type === 'b') return text === '1' || text === 'true'
  if (type !== 'n') return text
  const number = Number(text)
  if (!Number.isFinite(number)) return null
  const form = forms[style] ?? null
  return form === null ? number : (dateText(number, form, isLate) ?? number)
}

/** Column of a reference such as `AB12`; `null` if it is missing. */
function columnIn(reference: string | undefined): number | null {
  const letters = /^([A-Z]{1,4})\d*$/.exec(reference ?? '')?.[1]
  if (letters === undefined) return null
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/** `A`, `Z`, `AA`. */
export function columnName(column: number): string {
  const rest = Math.floor(column / 26) - 1
  return (rest < 0 ? '' : columnName(rest)) + String.fromCharCode(65 + (column % 26))
}
