import { Problem } from '@millwright/contract/problem'
import { CsvFault, readCsv } from '@millwright/contract/wire/csv'
import { cellReader } from './text-value.ts'

/**
 * Rows of a CSV body whose first line names the columns, as `{resource: […]}` (docs/wire/formats.md). Empty cells are absent.
 * Refuses with 400, naming the line or the record, what is no CSV or has more cells than columns.
 */
export function readCsvBody(text: string): { resource: Record<string, unknown>[] } {
  const [header, ...rows] = rowsOf(text)
  const columns = (header ?? []).map((name) => name.trim())
  const seen = new Set<string>()
  for (const name of columns) {
    if (name !== '' && seen.has(name)) throw new Problem(400, `The CSV body has the column "${name}" twice.`)
    seen.add(name)
  }
  const readers = columns.map((name) => (name === '' || name === '__proto__' ? null : cellReader(name)))
  return { resource: rows.map((row, at) => record({ columns, readers }, row, at + 1)) }
}

function rowsOf(text: string): string[][] {
  try {
    return readCsv(text)
  } catch (error) {
    if (!(error instanceof CsvFault)) throw error
    throw new Problem(400, `The body is not valid CSV at line ${error.line}: ${error.reason}.`)
  }
}

interface Columns {
  readonly columns: readonly string[]
  /** Null for a column that is not read. */
  readonly readers: readonly (((text: string) => unknown) | null)[]
}

function record({ columns, readers }: Columns, row: readonly string[], number: number): Record<string, unknown> {
  if (row.length > columns.length) {
    throw new Problem(400, `Record ${number} of the CSV body has ${row.length} cells for ${columns.length} columns.`)
  }
  const values: Record<string, unknown> = {}
  for (let at = 0; at < row.length; at += 1) {
    const value = readers[at]?.(row[at] ?? '')
    if (value !== undefined) values[columns[at] ?? ''] = value
  }
  return values
}
