import { isSingle, type StoredEntry } from '@millwright/connector/files/file-storage'
import { isRecord } from '@millwright/contract/wire/is-record'
import { XMLParser } from 'fast-xml-parser'

/** A file or folder in a response. The requested one has the name ''. */
export interface Member extends StoredEntry {
  readonly etag: string | null
}

const parser = new XMLParser({
  ignoreAttributes: true,
  removeNSPrefix: true,
  parseTagValue: false,
  // Names can end in spaces.
  trimValues: false,
  htmlEntities: true,
  isArray: (name) => name === 'response' || name === 'propstat',
})

/**
 * Parses a PROPFIND response (RFC 4918, 9.1). `asked`: the requested URL, as a folder; entries elsewhere are skipped. Returns
 * `null` if the response is invalid.
 */
export function readMembers(text: string, asked: URL): readonly Member[] | null {
  if (/<!DOCTYPE|<!ENTITY/i.test(text)) return null
  const read = parsed(text)
  if (!isRecord(read) || read.multistatus === undefined) return null
  const responses: unknown = Object(read.multistatus).response
  if (!Array.isArray(responses)) return []
  return responses.flatMap((response: unknown) => memberOf(Object(response), asked) ?? [])
}

function memberOf(response: Readonly<Record<string, unknown>>, asked: URL): Member | null {
  const name = nameOf(textOf(response.href), asked)
  if (name === null) return null
  const parts: readonly unknown[] = Array.isArray(response.propstat) ? response.propstat : []
  const found = parts.map((part) => Object(part)).filter(({ status }) => / 2\d\d\b/.test(textOf(status)))
  const prop: Readonly<Record<string, unknown>> = Object.assign({}, ...found.map((part) => part.prop))
  if (found.length === 0) return null
  const kind: unknown = prop.resourcetype
  const isFolder = typeof kind === 'object' && kind !== null && 'collection' in kind
  const modified = Date.parse(textOf(prop.getlastmodified))
  const size = Number(textOf(prop.getcontentlength))
  return {
    name,
    type: isFolder ? 'folder' : 'file',
    size: isFolder || !Number.isSafeInteger(size) ? 0 : size,
    modified: Number.isNaN(modified) ? null : modified,
    etag: textOf(prop.getetag) || null,
  }
}

/** `null` if the entry is neither the requested one nor directly inside it. */
function nameOf(href: string, asked: URL): string | null {
  const url = URL.parse(href.trim(), asked.href)
  const [own, given] = [decoded(asked.pathname), decoded(url?.pathname ?? '')]
  if (own === null || given === null) return null
  if (given === own || `${given}/` === own) return ''
  if (!given.startsWith(own)) return null
  const rest = given.slice(own.length)
  const name = rest.endsWith('/') ? rest.slice(0, -1) : rest
  return isSingle(name) ? name : null
}

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}

function parsed(text: string): unknown {
  try {
    return parser.parse(text)
  } catch {
    return null
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
