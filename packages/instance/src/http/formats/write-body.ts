import { Problem } from '@millwright/contract/problem'
import { csvLine } from '@millwright/contract/wire/csv'
import { ExactNumber } from '@millwright/contract/wire/exact-json'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { BodyFormat } from '../../request/response-format.ts'
import { type CsvStyle, plainCsv } from './csv-options.ts'

/**
 * Writes rows as CSV after a line of column names, in the order of their first occurrence. A list has a line for each row, a
 * record one line, a plain value a column `value`. Arrays and objects in cells are JSON, null is empty. `without`: the columns of a list
 * without rows.
 */
export function writeCsv(value: unknown, without: readonly string[] = [], style: CsvStyle = plainCsv): string {
  const rows = rowsToWrite(value)
  const columns = new Set<string>()
  for (const row of rows) for (const name of Object.keys(row)) columns.add(name)
  if (columns.size === 0) return without.length === 0 || rows.length > 0 ? '' : csvStart(without, style)
  const names = [...columns]
  return `${csvStart(names, style)}${csvLines(names, rows, style)}`
}

/** Writes the line of column names, after a byte order mark if the style has one. */
export function csvStart(names: readonly string[], { delimiter, marked }: CsvStyle): string {
  return `${marked ? '\ufeff' : ''}${csvLine(names, delimiter)}`
}

/** Writes a line for each row, with the cells of these columns. */
export function csvLines(
  names: readonly string[],
  rows: readonly Record<string, unknown>[],
  { delimiter, decimalComma }: CsvStyle,
): string {
  let lines = ''
  for (const row of rows)
    lines += csvLine(
      names.map((name) => cellText(row[name], decimalComma)),
      delimiter,
    )
  return lines
}

/** The rows of a value: those of a list, the record itself, or a row with the only column `value`. */
export function rowsToWrite(value: unknown): Record<string, unknown>[] {
  const list = isRecord(value) && Array.isArray(value.resource) ? value.resource : value
  return (Array.isArray(list) ? list : [list]).map((row) => (isRecord(row) ? row : { value: row }))
}

function cellText(value: unknown, decimalComma: boolean): string | null {
  if (value === null || value === undefined) return null
  if (decimalComma && (typeof value === 'number' || value instanceof ExactNumber)) {
    return String(value).replace('.', ',')
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#039;',
}

/** Writes an element for each member, lists as repeated elements and null as an empty one, all inside `dfapi`. */
export function writeXml(value: unknown): string {
  if (isRecord(value)) return `${xmlStart}${xmlMembers(value)}${xmlEnd}`
  if (Array.isArray(value)) return `${xmlStart}${xmlMembers({ resource: value })}${xmlEnd}`
  return `<?xml version="1.0" ?><dfapi>${plain(value)}</dfapi>\n`
}

export const xmlStart = '<?xml version="1.0" ?><dfapi>\n'
export const xmlEnd = '</dfapi>\n'

/** The elements of a record's members. */
export function xmlMembers(record: Record<string, unknown>): string {
  const lines: string[] = []
  members(lines, record, '\t')
  return lines.join('')
}

function members(lines: string[], record: Record<string, unknown>, indent: string): void {
  for (const [key, value] of Object.entries(record)) element(lines, elementName(key), value, indent)
}

function element(lines: string[], name: string, value: unknown, indent: string): void {
  if (Array.isArray(value) && value.length > 0) {
    for (const item of value) {
      if (Array.isArray(item)) wrap(lines, name, { item }, indent)
      else element(lines, name, item, indent)
    }
  } else if (isRecord(value) && !(value instanceof ExactNumber)) wrap(lines, name, value, indent)
  else lines.push(`${indent}<${name}>${plain(value)}</${name}>\n`)
}

function wrap(lines: string[], name: string, record: Record<string, unknown>, indent: string): void {
  lines.push(`${indent}<${name}>\n`)
  members(lines, record, `${indent}\t`)
  lines.push(`${indent}</${name}>\n`)
}

function plain(value: unknown): string {
  if (value instanceof ExactNumber) return value.digits
  if (value === null || value === undefined || typeof value === 'object') return ''
  return String(value)
    .toWellFormed()
    .replace(/[&<>"']/g, (found) => entities[found] ?? '')
    .replace(forbidden, '')
}

/** Characters that XML 1.0 does not allow, not even escaped. */
const forbidden = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

function elementName(key: string): string {
  const name = key.replace(/[^\p{L}\p{N}_.-]/gu, '_')
  return /^[\p{L}_]/u.test(name) ? name : `_${name}`
}

/** Details of CSV. */
export interface WrittenAs {
  /** Those of a list that may have no rows. */
  readonly columns?: readonly string[] | undefined
  readonly csv?: CsvStyle | undefined
}

export interface WrittenBody {
  readonly text: string
  readonly contentType: string
}

/**
 * Serializes a response's JSON value in the requested format (docs/wire/formats.md). Throws 500 if it is too deep or too long for
 * the format.
 */
export function writeBody(value: unknown, format: BodyFormat, as: WrittenAs = {}): WrittenBody {
  try {
    return written(value, format, as)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new Problem(500, `The response is too long, or nested too deeply, to be written as ${format.toUpperCase()}.`)
  }
}

function written(value: unknown, format: BodyFormat, { columns, csv }: WrittenAs): WrittenBody {
  switch (format) {
    case 'csv':
      return { text: writeCsv(value, columns, csv), contentType: 'text/csv; charset=UTF-8' }
    case 'xml':
      return { text: writeXml(value), contentType: 'application/xml' }
    case 'json':
      return { text: JSON.stringify(value ?? null), contentType: 'application/json' }
  }
}
