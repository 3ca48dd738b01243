import { Problem } from '@millwright/contract/problem'
import { columnsIn, type DataColumn, type DataFile, type DataRow } from './columns.ts'
import { csvColumns, csvRows } from './csv-file.ts'
import { jsonRows } from './json-file.ts'
import { parquetColumns, parquetRows } from './parquet-file.ts'

/** Maximum size of a file in bytes; formats that are read as a whole have lower limits. */
const longest = 512 * 2 ** 20
const sampled = 1_000

const kinds: Readonly<Record<string, 'csv' | 'tsv' | 'json' | 'parquet'>> = {
  csv: 'csv',
  tsv: 'tsv',
  json: 'json',
  ndjson: 'json',
  jsonl: 'json',
  parquet: 'parquet',
}

/** Returns the kind of a file by its extension, or `null` if it is not a table. */
export function kindOfFile(name: string): (typeof kinds)[string] | null {
  const [, end = ''] = /\.([a-z]+)$/i.exec(name) ?? []
  const found = end.toLowerCase()
  return Object.hasOwn(kinds, found) ? (kinds[found] ?? null) : null
}

/** Returns the columns of a file: from the schema of Parquet, otherwise inferred from the first records. */
export async function columnsOfFile(file: DataFile): Promise<readonly DataColumn[]> {
  refuseTooLong(file)
  const kind = kindOfFile(file.path)
  if (kind === 'parquet') return parquetColumns(file)
  const rows: DataRow[] = []
  for await (const some of portionsOf(file)) {
    rows.push(...some)
    if (rows.length >= sampled) break
  }
  if (kind !== 'json' && rows.length === 0) return csvColumns(file, delimiterOf(kind))
  return columnsIn(rows, kind !== 'json')
}

/** Yields the records of a file in portions, by column names. Throws 400 for invalid files. */
export function rowsOfFile(file: DataFile): AsyncIterable<readonly DataRow[]> {
  refuseTooLong(file)
  return portionsOf(file)
}

function portionsOf(file: DataFile): AsyncIterable<readonly DataRow[]> {
  const kind = kindOfFile(file.path)
  if (kind === 'parquet') return parquetRows(file)
  return kind === 'json' ? jsonRows(file) : csvRows(file, delimiterOf(kind))
}

const delimiterOf = (kind: string | null) => (kind === 'tsv' ? '\t' : ',')

function refuseTooLong({ path, size }: DataFile): void {
  if (size > longest) throw new Problem(413, `'${path}' is longer than ${longest / 2 ** 20} MB.`)
}
