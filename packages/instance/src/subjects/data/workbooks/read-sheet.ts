import { Problem } from '@millwright/contract/problem'
import type { Params } from '../../../request/api-request.ts'
import { flag, list, number, text } from '../../../request/params.ts'
import { RowStream } from '../../../request/row-stream.ts'
import { dateText } from './date-forms.ts'
import type { Sheet, Workbook, WorkbookParts } from './workbook.ts'
import { badWorkbook } from './workbook-parts.ts'

interface SheetQuery {
  /** Whether the first row contains the column names; otherwise columns are named by letter. */
  readonly hasHeaders: boolean
  readonly withEmpty: boolean
  readonly limit: number
  readonly offset: number
  /** `null`: all. */
  readonly fields: ReadonlySet<string> | null
  readonly withCount: boolean
}

const usualLimit = 1_000

/** Parses the parameters for reading a sheet. Throws a 400 for invalid numbers. */
export function sheetQuery(params: Params): SheetQuery {
  const limit = number(params, 'limit') ?? usualLimit
  const offset = number(params, 'offset') ?? 0
  if (limit < 1 || offset < 0) throw new Problem(400, "'limit' must be 1 or more, 'offset' 0 or more.")
  const fields = list(params, 'fields')
  return {
    hasHeaders: text(params, 'first_row_headers') === undefined || flag(params, 'first_row_headers'),
    withEmpty: text(params, 'skip_empty_rows') !== undefined && !flag(params, 'skip_empty_rows'),
    limit,
    offset,
    fields: fields === undefined || fields.includes('*') ? null : new Set(fields),
    withCount: flag(params, 'include_count'),
  }
}

type NamedRow = Record<string, CellValue>

/** Streams the rows of a sheet. Throws a 400 if the file is damaged before its first rows. */
export async function readSheet(workbook: Workbook, sheet: Sheet, query: SheetQuery): Promise<RowStream> {
  const { limit, offset, withCount } = query
  const portions = sheetRows(workbook, sheet, query.withEmpty)
  const first = await portions.next()
  let columns: Columns | null = null
  let count = 0

  async function* all(): AsyncGenerator<SheetRow[]> {
    if (first.done === true) return
    yield first.value
    yield* portions
  }

  const pick = (rows: readonly SheetRow[]): NamedRow[] => {
    const body = columns === null && query.hasHeaders ? rows.slice(1) : rows
    const named = columns ?? columnsOf(query.hasHeaders ? rows[0] : undefined, query.fields)
    columns = named
    const from = Math.max(0, offset - count)
    const wanted = body.slice(from, Math.max(from, offset + limit - count))
    count += body.length
    return wanted.map((row) => nameCells(row, named))
  }

  async function* wanted(): AsyncGenerator<NamedRow[]> {
    try {
      for await (const rows of all()) {
        const picked = pick(rows)
        if (picked.length > 0) yield picked
        if (!withCount && count > offset + limit) break
      }
    } finally {
      await portions.return(undefined)
    }
  }

  return new RowStream({
    portions: wanted(),
    meta: async () => {
      const next = count > offset + limit ? { next: offset + limit } : {}
      return withCount || 'next' in next ? { ...(withCount && { count }), ...next } : null
    },
    end: () => void portions.return(undefined).catch(() => undefined),
  })
}

interface Columns {
  /** By column; columns without a header are named by letter. */
  readonly names: ReadonlyMap<number, string>
  readonly fields: ReadonlySet<string> | null
}

function columnsOf(header: SheetRow | undefined, fields: Columns['fields']): Columns {
  const names = new Map<number, string>()
  const used = new Set<string>()
  /** The next number for a name that occurs again. */
  const numbers = new Map<string, number>()
  for (const [column, value] of header ?? []) {
    const wanted = String(value).trim().slice(0, longestName) || columnName(column)
    let name = wanted
    for (let at = numbers.get(wanted) ?? 2; used.has(name); at += 1) {
      name = `${wanted}_${at}`
      numbers.set(wanted, at + 1)
    }
    used.add(name)
    names.set(column, name)
  }
  return { names, fields }
}

/** Columns with a header are always present, those without only if they have a value. */
function nameCells(row: SheetRow, { names, fields }: Columns): NamedRow {
  const others = [...row.keys()]
    .filter((column) => !names.has(column))
    .map((column) => [column, columnName(column)] as const)
  const cells = [...names, ...others]
    .filter(([, name]) => fields === null || fields.has(name))
    .map(([column, name]) => [name, row.get(column) ?? null] as const)
  return Object.fromEntries(cells)
}

type CellValue = string | number | boolean | null

/** By column, from 0; empty cells are absent. */
type SheetRow = ReadonlyMap<number, CellValue>

/** Most columns of a sheet and most characters of a cell, as in Excel. */
const maxColumns = 16_384
const longestCell = 2 ** 20
/** Most characters of a column's name, which is repeated in each row of a response. */
const longestName = 255

/** The rows of a sheet in order, in batches; rows without cells are skipped, or with `withEmpty` empty. */
async function* sheetRows(workbook: Workbook, sheet: Sheet, withEmpty: boolean): AsyncGenerator<SheetRow[]> {
  const parts = await workbook.parts()
  const emptyRow: SheetRow = new Map()
  let rows: SheetRow[] = []
  let row = new Map<number, CellValue>()
  let [number, column] = [0, -1]
  let [type, style, text, isText] = ['n', 0, '', false]

  const begin = (attributes: Readonly<Record<string, string>>) => {
    const next = Number(attributes.r ?? number + 1)
    // Row numbers have gaps for empty rows. A crafted file could contain any number, so large gaps are skipped.
    if (withEmpty && next - number <= 1000) for (let at = number + 1; at < next; at += 1) rows.push(emptyRow)
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
function columnName(column: number): string {
  const rest = Math.floor(column / 26) - 1
  return (rest < 0 ? '' : columnName(rest)) + String.fromCharCode(65 + (column % 26))
}
