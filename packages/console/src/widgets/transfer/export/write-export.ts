import { csvLine, escapeFormula } from '@millwright/contract/wire/csv'
import type { FileSink } from '../file-sink/file-sink.ts'
import type { ExportRecord, ExportScope, ShownColumns } from './export-source.ts'
import { type ExportFormat, type RecordWriter, recordWriter } from './record-writer.ts'

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
