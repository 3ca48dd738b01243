import { Problem } from '@millwright/contract/problem'
import { CsvError, CsvReader } from '@millwright/contract/wire/csv'
import { recognizeCsv } from '@millwright/contract/wire/csv-form'
import { Yielder } from '../../platform/yielder.ts'
import { tooManyRecords } from '../../request/request-bounds.ts'
import { checkMembers, checkSeparators, mostMembers } from '../json.ts'
import type { BodyBounds, ReadBody } from './body-format.ts'
import { toldCsv } from './csv-options.ts'
import { cellReader, slicesOf } from './read-cells.ts'

/**
 * Parses the rows of a CSV body as `{resource: […]}`, in the form that its Content-Type tells or its text shows (docs/wire/formats.md), and
 * lets other requests run meanwhile. Empty cells are omitted. Throws 400 with the line or the record if it is invalid, has more cells than
 * columns, or more rows than one request may have records; 413 for too many cells.
 */
export async function readCsvBody(text: string, contentType: string, bounds: BodyBounds): Promise<ReadBody> {
  const csvOptions = toldCsv(contentType)
  const { delimiter, decimalComma, skip } = recognizeCsv(text, csvOptions.form)
  checkSeparators(text, new RegExp(`[${delimiter}\\n\\r]`, 'g'), bounds.values)
  const yielder = new Yielder()
  const resource: Record<string, unknown>[] = []
  let columns: Columns | null = csvOptions.columns === null ? null : columnsOf(csvOptions.columns, bounds.values)
  for (const rows of rowsOf(text.slice(skip), delimiter)) {
    for (const row of rows) {
      if (columns === null) columns = columnsOf(row, bounds.values)
      else if (resource.length === bounds.batch) throw tooManyRecords(bounds.batch)
      else resource.push(record(columns, row, resource.length + 1))
    }
    await yielder.step()
  }
  return { payload: { resource }, format: 'csv', ...(decimalComma && { decimalComma }) }
}

function columnsOf(header: readonly string[], maxValues: number): Columns {
  checkMembers(header.length, mostMembers(maxValues))
  const columns = header.map((name) => name.trim())
  const seen = new Set<string>()
  for (const name of columns) {
    if (name !== '' && seen.has(name)) throw new Problem(400, `The CSV body has the column "${name}" twice.`)
    seen.add(name)
  }
  const readers = columns.map((name) => (name === '' || name === '__proto__' ? null : cellReader(name, maxValues)))
  return { columns, readers }
}

/** The rows of each piece of the text. */
function* rowsOf(text: string, delimiter: string): Generator<string[][]> {
  const reader = new CsvReader({ delimiter })
  try {
    for (const slice of slicesOf(text)) yield reader.read(slice)
    yield reader.end()
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new Problem(400, `The body is not valid CSV at line ${error.line}: ${error.reason}.`)
  }
}

interface Columns {
  readonly columns: readonly string[]
  /** `null` for columns that are ignored. */
  readonly readers: readonly (((text: string) => unknown) | null)[]
}

function record({ columns, readers }: Columns, row: readonly string[], number: number): Record<string, unknown> {
  if (row.length > columns.length) {
    throw new Problem(
      400,
      `Record ${number} of the CSV body has the wrong number of cells: ${row.length} instead of ${columns.length}.`,
    )
  }
  const values: Record<string, unknown> = {}
  for (let at = 0; at < row.length; at += 1) {
    const value = readers[at]?.(row[at] ?? '')
    if (value !== undefined) values[columns[at] ?? ''] = value
  }
  return values
}
