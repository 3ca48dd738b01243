import { XMLParser } from 'fast-xml-parser'

/** Of the lists of S3 and of Azure. */
const lists = new Set(['Contents', 'CommonPrefixes', 'Error', 'Blob', 'BlobPrefix'])

const parser = new XMLParser({
  ignoreAttributes: true,
  parseTagValue: false,
  // Names may end in spaces.
  trimValues: false,
  // Numbered characters are XML's own, and come only with these.
  htmlEntities: true,
  isArray: (name) => lists.has(name),
})

/**
 * What an answer of a store says, without its outermost name; empty for what is no XML, or brings a document type, and with it entities of its
 * own. Elements that can come often are lists.
 */
export function readXml(text: string): { readonly name: string; readonly content: XmlContent } {
  const read: unknown = parseOrNull(text)
  for (const [name, content] of Object.entries(Object(read))) {
    if (!/^[?#]/.test(name)) return { name, content: Object(Array.isArray(content) ? content[0] : content) }
  }
  return { name: '', content: {} }
}

export type XmlContent = Readonly<Record<string, unknown>>

export const textIn = (content: XmlContent, name: string): string => {
  const value = content[name]
  return typeof value === 'string' ? value : ''
}

export function rowsIn(content: XmlContent, name: string): readonly XmlContent[] {
  const rows = content[name]
  return Array.isArray(rows) ? rows.map((row) => Object(row)) : []
}

function parseOrNull(text: string): unknown {
  if (/<!DOCTYPE|<!ENTITY/i.test(text)) return null
  try {
    return parser.parse(text)
  } catch {
    return null
  }
}

/** A text inside an element. */
export function escaped(text: string): string {
  return text.replace(/[&<>"'\p{Cc}]/gu, (sign) => `&#${sign.codePointAt(0)};`)
}
