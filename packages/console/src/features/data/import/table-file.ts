import { CsvFault, CsvReader } from '@millwright/contract/wire/csv'
import { parseExact } from '@millwright/contract/wire/exact-json'

/** A row of a file: what stands in its columns; undefined where there is nothing. */
export interface FileRow {
  /** As people count: lines of records from 1. */
  readonly number: number
  readonly values: readonly unknown[]
}

/** A file of records, read as often as is needed. */
export interface TableFile {
  readonly columns: readonly string[]
  /** The first rows, to look at. */
  readonly sample: readonly FileRow[]
  readonly rows: (signal: AbortSignal) => AsyncGenerator<readonly FileRow[]>
}

/** Gives the text of a file piece by piece, from its start. */
export type TextPieces = (signal: AbortSignal) => AsyncGenerator<string>

const sampleSize = 3

/** A file that cannot be read; the sentence says why. */
export class FileProblem extends Error {}

/** Opens CSV (comma, semicolon or tab) or JSON, by what the name ends with. Throws `FileProblem`. */
export async function openTableFile(name: string, pieces: TextPieces, signal: AbortSignal): Promise<TableFile> {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  if (ending === 'json') return openJson(pieces, signal)
  if (ending === 'csv' || ending === 'tsv' || ending === 'txt') return openDelimited(pieces, signal)
  throw new FileProblem('Choose a file that ends with .csv or .json.')
}

async function openDelimited(pieces: TextPieces, signal: AbortSignal): Promise<TableFile> {
  let delimiter: string | null = null
  let columns: readonly string[] | null = null
  const sample: FileRow[] = []
  for await (const piece of delimitedRows(pieces, signal, (head) => (delimiter ??= delimiterOf(head)))) {
    for (const cells of piece) {
      if (columns === null) columns = cells
      else if (sample.length < sampleSize) sample.push({ number: sample.length + 1, values: cells })
    }
    if (sample.length === sampleSize) break
  }
  if (columns === null || columns.every((name) => name.trim() === '')) throw new FileProblem('The file is empty.')
  const head = columns.map((name) => name.trim())
  const found = delimiter ?? ','
  return {
    columns: head,
    sample,
    rows: async function* (running) {
      let number = -1
      for await (const piece of delimitedRows(pieces, running, () => found)) {
        const rows: FileRow[] = []
        for (const cells of piece) {
          number += 1
          if (number > 0) rows.push({ number, values: cells })
        }
        if (rows.length > 0) yield rows
      }
    },
  }
}

async function* delimitedRows(pieces: TextPieces, signal: AbortSignal, delimiter: (head: string) => string) {
  let reader: CsvReader | null = null
  try {
    for await (const piece of pieces(signal)) {
      reader ??= new CsvReader({ delimiter: delimiter(piece) })
      yield reader.read(piece)
    }
    if (reader) yield reader.end()
  } catch (error) {
    throw error instanceof CsvFault ? new FileProblem(error.message) : error
  }
}

/** The sign that stands most often in the first line. */
function delimiterOf(text: string): string {
  const line = /^[^\r\n]*/.exec(text)?.[0] ?? ''
  const counted = [',', ';', '\t'].map((sign) => ({ sign, count: line.split(sign).length }))
  return counted.reduce((best, one) => (one.count > best.count ? one : best)).sign
}

async function openJson(pieces: TextPieces, signal: AbortSignal): Promise<TableFile> {
  let text = ''
  for await (const piece of pieces(signal)) text += piece
  const records = recordsOf(text)
  const columns = [...new Set(records.flatMap((record) => Object.keys(record)))]
  if (columns.length === 0) throw new FileProblem('The file has no records.')
  const rowOf = (record: Readonly<Record<string, unknown>>, at: number) => ({
    number: at + 1,
    values: columns.map((name) => record[name]),
  })
  return {
    columns,
    sample: records.slice(0, sampleSize).map(rowOf),
    rows: async function* () {
      yield records.map(rowOf)
    },
  }
}

function recordsOf(text: string): readonly Readonly<Record<string, unknown>>[] {
  let content: unknown
  try {
    content = parseExact(text.replace(/^\ufeff/, ''))
  } catch {
    throw new FileProblem('This is not JSON.')
  }
  const rows = isObject(content) && 'resource' in content ? content.resource : content
  const list: readonly unknown[] = Array.isArray(rows) ? rows : [rows]
  const wrong = list.findIndex((row) => !isObject(row))
  if (wrong >= 0) throw new FileProblem(`Record ${wrong + 1} is not an object.`)
  return list.filter(isObject)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
