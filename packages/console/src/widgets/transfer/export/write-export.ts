import { csvLine, escapeFormula } from '@millwright/contract/wire/csv'
import { ExactNumber, stringifyExact } from '@millwright/contract/wire/exact-json'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { FileSink } from '../file-sink/file-sink.ts'
import type { ExportRecord, ExportScope, ShownColumns } from './export-source.ts'

interface WriteParts<R extends ExportRecord> {
  readonly sink: FileSink
  readonly scope: ExportScope<R>
  readonly format: ExportFormat
  /** All fields; `null`: those of the first records. */
  readonly fields: readonly string[] | null
  /** `null` writes all fields. */
  readonly shown: ShownColumns<R> | null
  readonly signal: AbortSignal
  readonly onProgress: (written: number) => void
}

/** Writes records to a file as they arrive; resolves to their number. */
export async function writeExport<R extends ExportRecord>(parts: WriteParts<R>): Promise<number> {
  const { sink, scope, format, fields, shown, signal, onProgress } = parts
  let writer = shown ? shownWriter(format, shown) : fields ? recordWriter(format, fields) : null
  if (writer) await sink.write(writer.start)
  let written = 0
  for await (const records of scope.pages(shown?.fields ?? null, signal)) {
    if (!writer) {
      writer = recordWriter(format, [...new Set(records.flatMap((record) => Object.keys(record)))])
      await sink.write(writer.start)
    }
    await sink.write(writer.piece(records, written))
    written += records.length
    onProgress(written)
  }
  const empty = recordWriter(format, ['id'])
  await sink.write(writer ? writer.end : empty.start + empty.end)
  await sink.close()
  return written
}

/** The CSV of a list is for people: it contains the displayed texts. */
function shownWriter<R extends ExportRecord>(
  format: ExportFormat,
  { fields, reading }: ShownColumns<R>,
): RecordWriter<R> {
  if (format !== 'csv' || !reading) return recordWriter(format, fields)
  return {
    start: csvLine(reading.labels),
    piece: (records) =>
      records
        .map((record) => csvLine(fields.map((field) => escapeFormula(reading.text(record, field)) || null)))
        .join(''),
    end: '',
  }
}

export const exportFormats = ['csv', 'json', 'xml'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Serializes records to a file chunk by chunk. */
interface RecordWriter<R extends ExportRecord = ExportRecord> {
  readonly start: string
  /** Serializes further records; `at` is the position of the first in the file. */
  readonly piece: (records: readonly R[], at: number) => string
  readonly end: string
}

/** Writes the same format as the instance (docs/wire/formats.md). */
export function recordWriter(format: ExportFormat, fields: readonly string[]): RecordWriter {
  if (format === 'csv')
    return {
      start: csvLine(fields),
      piece: (records) => records.map((record) => csvLine(fields.map((field) => cellText(record[field])))).join(''),
      end: '',
    }
  if (format === 'json')
    return {
      start: '{"resource":[',
      piece: (records, at) =>
        records.map((record, i) => `${at + i === 0 ? '' : ','}\n${stringifyExact(picked(record, fields))}`).join(''),
      end: '\n]}\n',
    }
  const tags = fields.map((field) => [field, tagOf(field)] as const)
  return {
    start: '<?xml version="1.0" ?>\n<dfapi>\n',
    piece: (records) =>
      records
        .map((record) => {
          const members = tags.map(([field, tag]) => xmlElement(tag, record[field]))
          return `\t<resource>${members.join('')}</resource>\n`
        })
        .join(''),
    end: '</dfapi>\n',
  }
}

function picked(record: ExportRecord, fields: readonly string[]): ExportRecord {
  return Object.fromEntries(fields.map((field) => [field, record[field] ?? null]))
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? stringifyExact(value) : String(value)
}

const cellText = (value: unknown) => (value === null || value === undefined ? null : textOf(value))

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Lists repeat their element; `null` and empty lists become empty elements. */
function xmlElement(tag: string, value: unknown): string {
  if (Array.isArray(value) && value.length > 0) return value.map((one) => xmlElement(tag, one)).join('')
  const content =
    isRecord(value) && !(value instanceof ExactNumber)
      ? Object.entries(value).map(([name, one]) => xmlElement(tagOf(name), one))
      : [Array.isArray(value) ? '' : xmlText(value)]
  return `<${tag}>${content.join('')}</${tag}>`
}

function xmlText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return textOf(value)
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll(/[&<>]/g, (sign) => escapes[sign] ?? '')
}

/** Converts a field name to a valid element name. */
function tagOf(field: string): string {
  const name = field.replaceAll(/[^\p{L}\p{N}_.-]/gu, '_')
  return /^[\p{L}_]/u.test(name) ? name : `_${name}`
}
