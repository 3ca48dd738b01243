import { Problem } from '@millwright/contract/problem'
import type { Params } from '../../../request/api-request.ts'
import { flag, list, number, text } from '../../../request/params.ts'
import { RowStream } from '../../../request/row-stream.ts'
import { type CellValue, columnName, type SheetRow, sheetRows } from './sheet-rows.ts'
import type { Sheet, Workbook } from './workbook.ts'

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
  const [limit, offset] = [number(params, 'limit') ?? usualLimit, number(params, 'offset') ?? 0]
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
  for (const [column, value] of header ?? []) {
    const wanted = String(value).trim() || columnName(column)
    let name = wanted
    for (let at = 2; used.has(name); at += 1) name = `${wanted}_${at}`
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
