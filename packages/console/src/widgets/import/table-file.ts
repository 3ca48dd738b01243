import { CsvError, CsvReader } from '@millwright/contract/wire/csv'
import { parseExact } from '@millwright/contract/wire/exact-json'
import { isRecord } from '@millwright/contract/wire/is-record'
import { JsonFault, JsonSplitter } from './json-records.ts'
import { t } from './messages.ts'
import { Pace } from './pace.ts'
import { xmlRecords } from './xml-records.ts'

/** A row of a file, with the values of its columns; `undefined` for a missing value. */
export interface FileRow {
  /** In the unit of the file, counted from 1, strictly increasing. */
  readonly number: number
  readonly values: readonly unknown[]
}

/** A file of records that can be read repeatedly. */
export interface TableFile {
  readonly columns: readonly string[]
  /** What rows are numbered by: lines, or records in a format without lines. */
  readonly unit: 'line' | 'record'
  /** The first rows, for a preview. */
  readonly sample: readonly FileRow[]
  readonly rows: (signal: AbortSignal) => AsyncGenerator<readonly FileRow[]>
}

/** Yields the text of a file in chunks, from its start. */
export type TextPieces = (signal: AbortSignal) => AsyncGenerator<string>

export type TableFormat = 'csv' | 'json' | 'xml'

const sampleSize = 100

/** A file that cannot be read; the message explains why. */
export class FileProblem extends Error {}

/** The format by a file name's extension, ignoring case; `null` for any other. */
export function formatOfName(name: string): TableFormat | null {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  if (ending === 'tsv') return 'csv'
  return ending === 'csv' || ending === 'json' || ending === 'xml' ? ending : null
}

/** The format of pasted text. */
export function formatOfText(text: string): TableFormat {
  const start = text.trimStart()
  if (start.startsWith('{') || start.startsWith('[')) return 'json'
  return start.startsWith('<') ? 'xml' : 'csv'
}

/** Opens CSV (comma, semicolon or tab), JSON or XML. Throws `FileProblem`. */
export function openTableFile(format: TableFormat, pieces: TextPieces, signal: AbortSignal): Promise<TableFile> {
  if (format === 'csv') return openDelimited(pieces, signal)
  return openRecords((running) => (format === 'json' ? jsonRecords : wholeXml)(pieces, running), signal)
}

interface Line {
  readonly line: number
  readonly cells: readonly string[]
}

async function openDelimited(pieces: TextPieces, signal: AbortSignal): Promise<TableFile> {
  let delimiter: string | null = null
  let columns: readonly string[] | null = null
  const sample: FileRow[] = []
  for await (const piece of delimitedLines(pieces, signal, (head) => (delimiter ??= delimiterOf(head)))) {
    for (const { line, cells } of piece) {
      if (columns === null) columns = cells
      else if (sample.length < sampleSize) sample.push({ number: line, values: cells })
    }
    if (sample.length === sampleSize) break
  }
  if (columns === null || columns.every((name) => name.trim() === '')) throw new FileProblem(t.fileEmpty)
  const head = columns.map((name) => name.trim())
  const found = delimiter ?? ','
  return {
    columns: head,
    unit: 'line',
    sample,
    rows: async function* (running) {
      let isHead = true
      for await (const piece of delimitedLines(pieces, running, () => found)) {
        const rows = piece.slice(isHead ? 1 : 0).map(({ line, cells }) => ({ number: line, values: cells }))
        if (piece.length > 0) isHead = false
        if (rows.length > 0) yield rows
      }
    },
  }
}

async function* delimitedLines(
  pieces: TextPieces,
  signal: AbortSignal,
  delimiter: (head: string) => string,
): AsyncGenerator<readonly Line[]> {
  let reader: CsvReader | null = null
  try {
    for await (const piece of pieces(signal)) {
      reader ??= new CsvReader({ delimiter: delimiter(piece) })
      yield numbered(reader.read(piece), reader)
    }
    if (reader) yield numbered(reader.end(), reader)
  } catch (error) {
    throw error instanceof CsvError ? new FileProblem(error.message) : error
  }
}

function numbered(rows: readonly (readonly string[])[], { lines }: CsvReader): readonly Line[] {
  return rows.map((cells, at) => ({ line: lines[at] ?? 0, cells }))
}

/** The delimiter that occurs most often in the first line. */
function delimiterOf(text: string): string {
  const line = /^[^\r\n]*/.exec(text)?.[0] ?? ''
  const counted = [',', ';', '\t'].map((sign) => ({ sign, count: line.split(sign).length }))
  return counted.reduce((best, one) => (one.count > best.count ? one : best)).sign
}

type FileRecord = Readonly<Record<string, unknown>>

/** Reads all records once to find the columns, and again when they are needed, so that none of them stays in memory. */
async function openRecords(
  records: (signal: AbortSignal) => AsyncGenerator<FileRecord>,
  signal: AbortSignal,
): Promise<TableFile> {
  const names = new Set<string>()
  const first: FileRecord[] = []
  const pace = new Pace()
  for await (const record of records(signal)) {
    for (const name of Object.keys(record)) names.add(name)
    if (first.length < sampleSize) first.push(record)
    signal.throwIfAborted()
    await pace.rest()
  }
  if (names.size === 0) throw new FileProblem(t.noRecords)
  const columns = [...names]
  const rowOf = (record: FileRecord, at: number) => ({ number: at + 1, values: columns.map((name) => record[name]) })
  return {
    columns,
    unit: 'record',
    sample: first.map(rowOf),
    rows: async function* (running) {
      let at = 0
      let rows: FileRow[] = []
      for await (const record of records(running)) {
        rows.push(rowOf(record, at))
        at += 1
        if (rows.length < 200) continue
        running.throwIfAborted()
        yield rows
        rows = []
      }
      if (rows.length > 0) yield rows
    },
  }
}

async function* jsonRecords(pieces: TextPieces, signal: AbortSignal): AsyncGenerator<FileRecord> {
  const splitter = new JsonSplitter()
  let at = 0
  const recordOf = (text: string): FileRecord => {
    at += 1
    const value = parsed(text)
    if (!isRecord(value)) throw new FileProblem(t.recordInvalid({ number: at }))
    return value
  }
  try {
    for await (const piece of pieces(signal)) yield* splitter.read(piece).map(recordOf)
    const whole = splitter.end()
    if (whole === null) return
    const content = parsed(whole)
    const list = isRecord(content) && 'resource' in content ? content.resource : content
    for (const one of Array.isArray(list) ? list : [list]) {
      at += 1
      if (!isRecord(one)) throw new FileProblem(t.recordInvalid({ number: at }))
      yield one
    }
  } catch (error) {
    throw error instanceof JsonFault ? new FileProblem(error.message) : error
  }
}

function parsed(text: string): unknown {
  try {
    return parseExact(text)
  } catch {
    throw new FileProblem(t.notValidJson)
  }
}

async function* wholeXml(pieces: TextPieces, signal: AbortSignal): AsyncGenerator<FileRecord> {
  let text = ''
  for await (const piece of pieces(signal)) text += piece
  const records = xmlRecords(text)
  if (records === null) throw new FileProblem(t.notTheXml({ element: '<resource>' }))
  yield* records
}
