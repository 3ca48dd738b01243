import { Problem } from '@millwright/contract/problem'
import { csvRows } from './csv-rows.ts'
import { cellReader } from './text-value.ts'

/** Rows of a CSV body whose first line names the columns, as `{resource: […]}`. Empty cells are absent. */
export function readCsv(text: string): { resource: Record<string, unknown>[] } {
  const [header, ...rows] = csvRows(text)
  const columns = (header ?? []).map((name) => name.trim())
  const seen = new Set<string>()
  for (const name of columns) {
    if (name !== '' && seen.has(name)) throw new Problem(400, `The CSV body has the column "${name}" twice.`)
    seen.add(name)
  }
  const readers = columns.map((name) => (name === '' || name === '__proto__' ? null : cellReader(name)))
  return { resource: rows.map((row, at) => record({ columns, readers }, row, at + 1)) }
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
