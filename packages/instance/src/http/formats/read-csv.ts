import { Problem } from '@millwright/contract/problem'
import { CsvError, parse } from 'csv-parse/sync'
import { readCell } from './text-value.ts'

/** Rows of a CSV body whose first line names the columns, as `{resource: […]}`. Empty cells are absent. */
export function readCsv(text: string): { resource: Record<string, unknown>[] } {
  const [header, ...rows] = cells(text)
  const columns = (header ?? []).map((name) => name.trim())
  const repeated = columns.find((name, at) => name !== '' && columns.indexOf(name) !== at)
  if (repeated !== undefined) throw new Problem(400, `The CSV body has the column "${repeated}" twice.`)
  return { resource: rows.map((row, at) => record(columns, row, at + 2)) }
}

function cells(text: string): string[][] {
  try {
    return parse(text, { relax_column_count: true, skip_empty_lines: true, max_record_size: 10_000_000 })
  } catch (error) {
    const line = error instanceof CsvError && typeof error.lines === 'number' ? ` at line ${error.lines}` : ''
    throw new Problem(400, `The body is not valid CSV${line}: a quote is not closed or stands inside a cell.`)
  }
}

function record(columns: readonly string[], row: readonly string[], line: number): Record<string, unknown> {
  if (row.length > columns.length) {
    throw new Problem(400, `Record ${line - 1} of the CSV body has ${row.length} cells for ${columns.length} columns.`)
  }
  const entries = row.flatMap((cell, at) => {
    const column = columns[at] ?? ''
    const value = column === '' || column === '__proto__' ? undefined : readCell(column, cell)
    return value === undefined ? [] : [[column, value] as const]
  })
  return Object.fromEntries(entries)
}
