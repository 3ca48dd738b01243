import { Problem } from '@millwright/contract/problem'
import { CsvError, readCsv } from '@millwright/contract/wire/csv'
import { checkSeparators, parseJson } from '../json.ts'
import type { ReadBody } from './body-format.ts'
import { cellReader } from './text-value.ts'

/**
 * Parses a request's body by its Content-Type; without a specific one, by what it looks like (docs/wire/formats.md). Throws 400
 * with a sentence if it is invalid, 413 for more than `maxValues`, 415 for an unknown encoding. Asynchronous only for XML and multipart forms.
 */
export function readBody(
  body: Uint8Array | string,
  contentType: string | undefined,
  maxValues: number,
): ReadBody | Promise<ReadBody> {
  const type = contentType?.toLowerCase() ?? ''
  if (type.startsWith('multipart/form-data') && typeof body !== 'string') return multipart(body, contentType ?? '')
  const text = decodeText(body, type)
  if (text.trim() === '') return { payload: undefined, format: 'none' }
  if (text.includes('\0')) throw new Problem(400, 'The body holds the character NUL.')
  const media = type.split(';', 1)[0] ?? ''
  if (media.includes('json')) return { payload: parseJson(text, maxValues), format: 'json' }
  if (media.includes('x-www-form-urlencoded')) return { payload: readForm(text, maxValues), format: 'form' }
  if (media.includes('xml')) return xml(text, maxValues)
  if (media.includes('csv')) return csv(text, maxValues)
  return sniff(text, media, maxValues)
}

function sniff(text: string, media: string, maxValues: number): ReadBody | Promise<ReadBody> {
  const start = text.trimStart()
  if (/^[[{]/.test(start)) return { payload: parseJson(text, maxValues), format: 'json' }
  if (start.startsWith('<')) return xml(text, maxValues)
  if (media.trim() === 'text/plain') return { payload: text, format: 'none' }
  if (hasColumns(start)) return csv(text, maxValues)
  throw new Problem(400, 'The body is neither JSON nor XML nor CSV. Name its format in the header Content-Type.')
}

/** Whether a first line with a comma is followed by another line. */
function hasColumns(text: string): boolean {
  const comma = text.indexOf(',')
  const end = text.indexOf('\n')
  return comma >= 0 && comma < end && end + 1 < text.length
}

async function multipart(body: Uint8Array, contentType: string): Promise<ReadBody> {
  const { readMultipart } = await import('./multipart.ts')
  return { payload: await readMultipart(body, contentType), format: 'form' }
}

async function xml(text: string, maxValues: number): Promise<ReadBody> {
  const { readXml } = await import('./read-xml.ts')
  return { payload: readXml(text, maxValues), format: 'xml' }
}

function csv(text: string, maxValues: number): ReadBody {
  return { payload: readCsvBody(text, maxValues), format: 'csv' }
}

/** Parses a form's fields as texts. The last of repeated names wins; `name[]` collects values in a list. */
function readForm(text: string, maxValues: number): Record<string, string | string[]> {
  checkSeparators(text, /&/g, maxValues)
  const fields = new Map<string, string | string[]>()
  for (const [key, value] of new URLSearchParams(text)) {
    if (!key.endsWith('[]')) {
      fields.set(key, value)
      continue
    }
    const name = key.slice(0, -2)
    const collected = fields.get(name)
    if (Array.isArray(collected)) collected.push(value)
    else fields.set(name, [value])
  }
  fields.delete('__proto__')
  return Object.fromEntries(fields)
}

/** Decodes the text of a body, without a byte order mark, by the charset of its lower-case Content-Type, by default UTF-8. */
function decodeText(body: Uint8Array | string, contentType: string): string {
  if (typeof body === 'string') return body.startsWith('\uFEFF') ? body.slice(1) : body
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/.exec(contentType)?.[1] ?? 'utf-8'
  const decoder = decoderFor(charset)
  try {
    return decoder.decode(body)
  } catch {
    throw new Problem(400, `The body is not valid ${charset.toUpperCase()} text.`)
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function decoderFor(charset: string): InstanceType<typeof TextDecoder> {
  if (charset === 'utf-8') return utf8
  try {
    return new TextDecoder(charset, { fatal: true })
  } catch {
    throw new Problem(415, `The character set "${charset.slice(0, 40)}" of the body is not known.`)
  }
}

/**
 * Parses the rows of a CSV body whose first line has the column names, as `{resource: […]}` (docs/wire/formats.md). Empty cells
 * are omitted. Throws 400 with the line or the record if it is invalid or has more cells than columns.
 */
function readCsvBody(text: string, maxValues: number): { resource: Record<string, unknown>[] } {
  checkSeparators(text, /[,\n\r]/g, maxValues)
  const [header = [], ...rows] = rowsOf(text)
  const columns = header.map((name) => name.trim())
  const seen = new Set<string>()
  for (const name of columns) {
    if (name !== '' && seen.has(name)) throw new Problem(400, `The CSV body has the column "${name}" twice.`)
    seen.add(name)
  }
  const readers = columns.map((name) => (name === '' || name === '__proto__' ? null : cellReader(name, maxValues)))
  return { resource: rows.map((row, at) => record({ columns, readers }, row, at + 1)) }
}

function rowsOf(text: string): string[][] {
  try {
    return readCsv(text)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new Problem(400, `The body is not valid CSV at line ${error.line}: ${error.reason}.`)
  }
}

interface Columns {
  readonly columns: readonly string[]
  /** `null` for columns that are ignored. */
  readonly readers: readonly (((text: string) => unknown) | null)[]
}

function record({ columns, readers }: Columns, row: readonly string[], number: number): Record<string, unknown> {
  if (row.length > columns.length) {
    throw new Problem(
      400,
      `Record ${number} of the CSV body has the wrong number of cells: ${row.length} instead of ${columns.length}.`,
    )
  }
  const values: Record<string, unknown> = {}
  for (let at = 0; at < row.length; at += 1) {
    const value = readers[at]?.(row[at] ?? '')
    if (value !== undefined) values[columns[at] ?? ''] = value
  }
  return values
}
