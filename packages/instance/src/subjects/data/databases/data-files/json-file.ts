import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { JsonMistake, parseInTurns, piecesOfList } from '../../../../platform/json-in-turns.ts'
import type { DataFile, DataRow } from './columns.ts'

/** Maximum size in bytes of a JSON list, which is held in memory; files with one record per line are not. */
const longestList = 16 * 2 ** 20
const longestLine = 4 * 2 ** 20
const rowsInPortion = 500

/** Yields the records of a list, or one record per line. */
export async function* jsonRows(file: DataFile): AsyncGenerator<readonly DataRow[]> {
  if (/\.json$/i.test(file.path)) yield* listed(file)
  else yield* byLines(file)
}

async function* listed(file: DataFile): AsyncGenerator<readonly DataRow[]> {
  const { storage, path, size } = file
  if (size > longestList)
    throw new Problem(413, `'${path}' is longer than ${longestList / 2 ** 20} MB; as lines (.jsonl) it can be longer.`)
  const stored = await storage.open(path)
  const pieces: Buffer[] = []
  if (stored !== null) for await (const piece of stored.content()) pieces.push(Buffer.from(piece))
  for (const piece of listPieces(file, Buffer.concat(pieces.splice(0)).toString('utf8'))) {
    const value = await parsed(file, piece)
    const rows: readonly unknown[] = Array.isArray(value) ? value : [value]
    for (let from = 0; from < rows.length; from += rowsInPortion)
      yield rows.slice(from, from + rowsInPortion).map((row) => record(file, row))
  }
}

function* listPieces(file: DataFile, text: string): Generator<string> {
  try {
    yield* piecesOfList(text.replace(/^\ufeff/, ''))
  } catch (error) {
    throw error instanceof JsonMistake ? noJson(file) : error
  }
}

async function* byLines(file: DataFile): AsyncGenerator<readonly DataRow[]> {
  let rows: DataRow[] = []
  for await (const line of linesOf(file)) {
    if (line.trim() === '') continue
    rows.push(record(file, await parsed(file, line)))
    if (rows.length < rowsInPortion) continue
    yield rows
    rows = []
  }
  yield rows
}

async function* linesOf({ storage, path }: DataFile): AsyncGenerator<string> {
  const stored = await storage.open(path)
  if (stored === null) return
  const decoder = new TextDecoder('utf-8')
  let waiting: string[] = []
  let length = 0
  for await (const piece of stored.content()) {
    const [first = '', ...more] = decoder.decode(piece, { stream: true }).split('\n')
    waiting.push(first)
    length += first.length
    if (length > longestLine) throw new Problem(400, `'${path}' has a line that is too long.`)
    const last = more.pop()
    if (last === undefined) continue
    yield waiting.join('')
    yield* more
    waiting = [last]
    length = last.length
  }
  yield waiting.join('')
}

async function parsed(file: DataFile, text: string): Promise<unknown> {
  try {
    return await parseInTurns(text.replace(/^\ufeff/, ''), JSON.parse)
  } catch {
    throw noJson(file)
  }
}

const noJson = ({ path }: DataFile) => new Problem(400, `'${path}' is not JSON.`)

function record({ path }: DataFile, row: unknown): DataRow {
  if (isRecord(row)) return row
  throw new Problem(400, `'${path}' is not a list of records.`)
}
