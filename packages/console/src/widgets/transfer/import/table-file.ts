import { CsvError, CsvReader } from '@millwright/contract/wire/csv'
import { type CsvForm, csvHead, recognizeCsv } from '@millwright/contract/wire/csv-form'
import { parseExact } from '@millwright/contract/wire/exact-json'
import { isRecord } from '@millwright/contract/wire/is-record'
import { JsonFault, JsonSplitter } from './json-records.ts'
import { t } from './messages.ts'
import { Pace } from './pace.ts'

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
  /** How a CSV file is read; other formats have none. */
  readonly form?: CsvForm
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

/** Opens CSV, in the form that is told or recognized, JSON or XML. Throws `FileProblem`. */
export function openTableFile(
  format: TableFormat,
  pieces: TextPieces,
  signal: AbortSignal,
  options: Partial<CsvForm> = {},
): Promise<TableFile> {
  if (format === 'csv') return openDelimited(pieces, signal, options)
  return openRecords((running) => (format === 'json' ? jsonRecords : wholeXml)(pieces, running), signal)
}

interface Line {
  readonly line: number
  readonly cells: readonly string[]
}

type Recognized = ReturnType<typeof recognizeCsv>

async function openDelimited(pieces: TextPieces, signal: AbortSignal, options: Partial<CsvForm>): Promise<TableFile> {
  const form = await formOf(pieces, signal, options)
  const lines: FileRow[] = []
  for await (const piece of delimitedLines(pieces, signal, form)) {
    lines.push(...piece.map(rowOf).slice(0, sampleSize + 1 - lines.length))
    if (lines.length > sampleSize) break
  }
  const [first] = lines
  const isEmpty = first === undefined || (form.hasHeader && first.values.every((name) => String(name).trim() === ''))
  if (isEmpty) throw new FileProblem(t.fileEmpty)
  const { values } = first
  const skipped = form.hasHeader ? 1 : 0
  return {
    columns: values.map((name, at) => (form.hasHeader ? String(name).trim() : t.columnNumber({ number: at + 1 }))),
    unit: 'line',
    sample: lines.slice(skipped, sampleSize + skipped),
    form,
    rows: async function* (running) {
      let left = skipped
      for await (const piece of delimitedLines(pieces, running, form)) {
        const rows = piece.slice(left).map(rowOf)
        if (piece.length > 0) left = 0
        if (rows.length > 0) yield rows
      }
    },
  }
}

const rowOf = ({ line, cells }: Line): FileRow => ({ number: line, values: cells })

/** The form of a file, by as much of its beginning as matters. */
async function formOf(pieces: TextPieces, signal: AbortSignal, options: Partial<CsvForm>): Promise<Recognized> {
  let head = ''
  for await (const piece of pieces(signal)) {
    head += piece
    if (head.length > csvHead) break
  }
  return recognizeCsv(head, options)
}

async function* delimitedLines(
  pieces: TextPieces,
  signal: AbortSignal,
  { delimiter, skip }: Recognized,
): AsyncGenerator<readonly Line[]> {
  const reader = new CsvReader({ delimiter })
  let left = skip
  try {
    for await (const piece of pieces(signal)) {
      yield numbered(reader.read(piece.slice(left)), reader, skip > 1 ? 1 : 0)
      left = Math.max(0, left - piece.length)
    }
    yield numbered(reader.end(), reader, skip > 1 ? 1 : 0)
  } catch (error) {
    throw error instanceof CsvError ? new FileProblem(error.message) : error
  }
}

/** `before`: number of lines before those that were read. */
function numbered(rows: readonly (readonly string[])[], { lines }: CsvReader, before: number): readonly Line[] {
  return rows.map((cells, at) => ({ line: before + (lines[at] ?? 0), cells }))
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

/**
 * Reads the records of an XML text according to docs/wire/formats.md: below any root, each a `resource`. Returns `null` if there are none.
 */
function xmlRecords(text: string): readonly Readonly<Record<string, unknown>>[] | null {
  const { documentElement: outer } = new DOMParser().parseFromString(text, 'application/xml')
  if (outer.tagName === 'parsererror' || outer.querySelector('parsererror')) return null
  const rows = outer.tagName === 'resource' ? [outer] : [...outer.children]
  if (rows.length === 0 || rows.some(({ tagName }) => tagName !== 'resource')) return null
  return rows.map(contentOf).map((value) => (isRecord(value) ? value : {}))
}

/** The text of an element, or the contents of its children; several of the same name become a list. */
function contentOf(element: Element): unknown {
  const children = [...element.children]
  if (children.length === 0) return element.textContent ?? ''
  const values = new Map<string, unknown[]>()
  for (const child of children) {
    const content = contentOf(child)
    // Empty elements count as not sent; in the record itself, its columns decide.
    if (content !== '' || element.tagName === 'resource')
      values.set(child.tagName, [...(values.get(child.tagName) ?? []), content])
  }
  return Object.fromEntries([...values].map(([name, list]) => [name, list.length === 1 ? list[0] : list]))
}
