import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { settings } from '../../platform/settings/settings.ts'
import { checkSeparators } from '../json.ts'
import { readTextValue } from './text-value.ts'

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Replaces XML's five entities and character references. Throws 400 for any other entity. */
function decodeEntities(text: string): string {
  return text.includes('&') ? text.replace(/&([^;&\s]{0,12});?/g, decoded) : text
}

function decoded(found: string, name: string): string {
  const known = Object.hasOwn(named, name) ? named[name] : undefined
  if (known !== undefined) return known
  const [, hex, decimal] = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(name) ?? []
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
  const allowed = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
  if (!allowed) throw new Problem(400, `The XML body uses "${found}", which is not known.`)
  return String.fromCodePoint(code)
}

/** Maximum nesting of a body, the same as for JSON. */
const maxDepth = 100

const maxCharacters = 3_000_000

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: true,
  ignoreDeclaration: true,
  ignorePiTags: true,
  parseTagValue: false,
  trimValues: false,
  processEntities: false,
  maxNestedTags: maxDepth,
})

/**
 * Parses XML to a record, or to rows as `{resource: […]}`. The outer element is removed unless it is `resource` itself; repeated
 * elements become lists, and a single `resource` a list of one. Document types are rejected, so there are no entities but XML's
 * own five. Attributes are ignored. Parsing takes several times as long as that of JSON, so fewer values and less text are accepted.
 */
export function readXml(text: string, maxValues: number): unknown {
  if (text.length > maxCharacters) {
    throw new Problem(413, `An XML body may have at most ${maxCharacters} characters. Send several requests, or JSON.`)
  }
  checkSeparators(text, /[<&]/g, Math.ceil(maxValues / 5), tooManyTags)
  if (/<!DOCTYPE/i.test(text)) throw new Problem(400, 'The XML body must not have a document type.')
  const valid = XMLValidator.validate(text)
  if (valid !== true) throw new Problem(400, `The body is not valid XML at line ${valid.err.line}.`)
  const root = parse(text).find(isElement)
  if (root === undefined) throw new Problem(400, 'The XML body has no element.')
  const { name, children } = elementOf(root)
  const value = readChildren(children)
  if (name === 'resource') return { resource: [value ?? {}] }
  if (!isRecord(value)) return value
  const { resource } = value
  return resource === undefined || Array.isArray(resource) ? value : { ...value, resource: [resource] }
}

function tooManyTags(most: number): Problem {
  return new Problem(
    413,
    `The XML body contains more than ${most} tags and entities, a fifth of ${settings.maxValues.variable}. Send several requests, or JSON.`,
  )
}

function parse(text: string): unknown[] {
  try {
    const nodes: unknown = parser.parse(text)
    return Array.isArray(nodes) ? nodes : []
  } catch (error) {
    const deep = error instanceof Error && /nested/i.test(error.message)
    throw new Problem(
      400,
      deep ? `The XML body is nested deeper than ${maxDepth} levels.` : 'The body is not valid XML.',
    )
  }
}

function isElement(node: unknown): node is Record<string, unknown> {
  return isRecord(node) && !('#text' in node)
}

function elementOf(node: Record<string, unknown>): { name: string; children: unknown[] } {
  const [name = '', children] = Object.entries(node)[0] ?? []
  return { name, children: Array.isArray(children) ? children : [] }
}

function readChildren(children: unknown[]): unknown {
  const elements = children.filter(isElement)
  if (elements.length === 0) return readTextValue(textOf(children))
  const members = new Map<string, unknown>()
  for (const node of elements) {
    const { name, children: inner } = elementOf(node)
    const value = readChildren(inner)
    if (value === undefined) continue
    const before = members.get(name)
    if (before === undefined) members.set(name, value)
    else if (Array.isArray(before)) before.push(value)
    else members.set(name, [before, value])
  }
  return Object.fromEntries(members)
}

function textOf(children: unknown[]): string {
  return children.map((node) => (isRecord(node) ? decodeEntities(String(node['#text'] ?? '')) : '')).join('')
}
