import { csvLine, readCsv } from '@millwright/contract/wire/csv'
import type { FileFormat } from './transfers.ts'

/** A file of records that can be sent in pieces. */
export interface ImportFile {
  readonly count: number
  /** Some of the records as a file of their own; positions from 0, without `to`. */
  readonly piece: (from: number, to: number) => string
}

/** The records of a file; null when it makes no sense here, so that the instance has to say what is wrong with it. */
export function readImportFile(text: string, format: FileFormat): ImportFile | null {
  try {
    if (format === 'csv') return csvFile(text)
    return format === 'json' ? jsonFile(text) : xmlFile(text)
  } catch {
    return null
  }
}

/** Empty cells are not sent, whether there are quotes or not. */
function csvFile(text: string): ImportFile | null {
  const [head, ...rows] = readCsv(text)
  if (head === undefined) return null
  const print = (row: readonly string[]) => csvLine(row.map((cell) => cell || null))
  return { count: rows.length, piece: (from, to) => [head, ...rows.slice(from, to)].map(print).join('') }
}

function jsonFile(text: string): ImportFile {
  const content: unknown = JSON.parse(text)
  const wrapped = typeof content === 'object' && content !== null && 'resource' in content ? content.resource : content
  const rows: readonly unknown[] = Array.isArray(wrapped) ? wrapped : [wrapped]
  return { count: rows.length, piece: (from, to) => JSON.stringify({ resource: rows.slice(from, to) }) }
}

function xmlFile(text: string): ImportFile | null {
  const { documentElement: outer } = new DOMParser().parseFromString(text, 'application/xml')
  if (outer.querySelector('parsererror') || outer.tagName === 'parsererror') return null
  const rows = outer.tagName === 'resource' ? [outer] : [...outer.children]
  if (rows.some(({ tagName }) => tagName !== 'resource')) return null
  const writer = new XMLSerializer()
  const written = (row: Element) => writer.serializeToString(row)
  return {
    count: rows.length,
    piece: (from, to) =>
      `<?xml version="1.0" encoding="UTF-8"?><records>${rows.slice(from, to).map(written).join('')}</records>`,
  }
}
