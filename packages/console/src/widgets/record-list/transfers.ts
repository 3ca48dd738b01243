import { send } from '../../instance/send.ts'
import type { Params } from '../../instance/transport.ts'
import type { Column, WireRecord } from './declaration.ts'
import type { ListQuestion } from './first-page.ts'
import { saveFile } from './save-file.ts'
import type { Selection } from './selection.ts'
import { shownCsv, shownJson } from './shown-file.ts'
import { chosenRecords, readAll } from './whole-list.ts'

export const fileFormats = ['csv', 'json', 'xml'] as const
export type FileFormat = (typeof fileFormats)[number]

const mediaTypes: Readonly<Record<FileFormat, string>> = {
  csv: 'text/csv',
  json: 'application/json',
  xml: 'application/xml',
}

/** The format that a file's name ends with, whatever its case; null for any other. */
export function formatOf(fileName: string): FileFormat | null {
  const ending = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase()
  return fileFormats.find((format) => format === ending) ?? null
}

/** The whole collection as the server writes it, with some of its relations. */
export async function exportCollection(
  collection: string,
  format: FileFormat,
  related: readonly string[] = [],
): Promise<void> {
  const file = `${collection}.${format}`
  const params = { file, ...(related.length > 0 && { related: related.join(',') }) }
  const { data } = await send<Blob>({ verb: 'GET', path: `system/${collection}`, params, as: 'blob' })
  saveFile(data, file)
}

/** What the list shows: its columns, filter and order; with a selection, only that. */
export async function exportShown<R extends WireRecord>(
  question: ListQuestion,
  columns: readonly Column<R>[],
  format: 'csv' | 'json',
  selection: Selection | null,
): Promise<void> {
  const { signal } = new AbortController()
  const records = selection
    ? await chosenRecords<R>(question, selection, signal)
    : await readAll<R>(question, null, signal)
  const text = format === 'csv' ? shownCsv(columns, records) : shownJson(columns, records)
  saveFile(new Blob([text], { type: mediaTypes[format] }), `${question.collection}-list.${format}`)
}

export interface RecordsParts {
  readonly collection: string
  readonly format: FileFormat
  readonly body: File | string
  readonly params: Params
  readonly signal: AbortSignal
  readonly onSent?: (share: number) => void
}

/** Sends records as a file holds them; a refusal of rows is an `InstanceError` with `rowMessages`. */
export async function sendRecords({ collection, format, body, params, signal, onSent }: RecordsParts): Promise<void> {
  const headers = { 'Content-Type': mediaTypes[format] }
  await send({ verb: 'POST', path: `system/${collection}`, params, headers, body, signal, onSent })
}
