import { ExactNumber } from '@millwright/contract/wire/exact-json'
import { isRecord } from '@millwright/contract/wire/is-record'

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
