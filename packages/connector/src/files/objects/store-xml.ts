import { XMLParser } from 'fast-xml-parser'

/** Elements that the listings of S3 and Azure repeat. */
const lists = new Set(['Contents', 'CommonPrefixes', 'Error', 'Blob', 'BlobPrefix'])

const parser = new XMLParser({
  ignoreAttributes: true,
  parseTagValue: false,
  // Names can end in spaces.
  trimValues: false,
  // Required for numeric character references, which are part of XML.
  htmlEntities: true,
  isArray: (name) => lists.has(name),
})

/**
 * Parses the XML of a store's response and returns its root element. Empty for invalid XML and for documents with a document
 * type, which could declare entities. Elements that can repeat are always lists.
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

/** Escapes text for an element. */
export function escaped(text: string): string {
  return text.replace(/[&<>"'\p{Cc}]/gu, (sign) => `&#${sign.codePointAt(0)};`)
}
