import { Problem } from '@millwright/contract/problem'
import { CsvError, CsvReader } from '@millwright/contract/wire/csv'
import { type DataColumn, type DataFile, type DataRow, maxColumns } from './columns.ts'

const longestRow = 4 * 2 ** 20
const rowsInPortion = 500

/** Yields the records of a file whose first line has the column names; an empty cell is null. */
export async function* csvRows(file: DataFile, delimiter: string): AsyncGenerator<readonly DataRow[]> {
  let names: readonly string[] | null = null
  for await (const rows of linesOf(file, delimiter)) {
    let rest: readonly string[][] = rows
    if (names === null && rows[0] !== undefined) {
      names = namesIn(file, rows[0])
      rest = rows.slice(1)
    }
    const columns = names
    if (columns === null) continue
    for (let from = 0; from < rest.length; from += rowsInPortion) {
      yield rest
        .slice(from, from + rowsInPortion)
        .map((cells) => Object.fromEntries(columns.map((name, at) => [name, cells[at] || null])))
    }
  }
}

/** Returns the columns of a file without records. */
export async function csvColumns(file: DataFile, delimiter: string): Promise<readonly DataColumn[]> {
  for await (const [first] of linesOf(file, delimiter)) {
    if (first !== undefined) return namesIn(file, first).map((name) => ({ name, type: 'text' }))
  }
  return []
}

async function* linesOf({ storage, path }: DataFile, delimiter: string): AsyncGenerator<string[][]> {
  const reader = new CsvReader({ delimiter, longestRow })
  const decoder = new TextDecoder('utf-8')
  const stored = await storage.open(path)
  if (stored === null) return
  try {
    for await (const piece of stored.content()) yield reader.read(decoder.decode(piece, { stream: true }))
    yield reader.end()
  } catch (error) {
    if (error instanceof CsvError) throw new Problem(400, `'${path}' is not a CSV file: ${error.message}`)
    throw error
  }
}

function namesIn({ path }: DataFile, cells: readonly string[]): string[] {
  if (cells.length > maxColumns) throw new Problem(400, `'${path}' has more than ${maxColumns} columns.`)
  const taken = new Set<string>()
  return cells.map((cell, at) => {
    const plain = cell.replace(/^\ufeff/, '').trim() || `column${at + 1}`
    let name = plain
    for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${plain}_${number}`
    taken.add(name.toLowerCase())
    return name
  })
}
