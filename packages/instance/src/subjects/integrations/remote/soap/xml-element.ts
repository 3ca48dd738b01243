import { isRecord } from '@millwright/contract/wire/is-record'
import { XMLParser, XMLValidator } from 'fast-xml-parser'

/** An element of a document, with the namespaces in scope. */
export interface XmlElement {
  /** Empty if there is none. */
  readonly namespace: string
  /** Without prefix. */
  readonly name: string
  /** By qualified name, as written. */
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlElement[]
  readonly text: string
  /** Namespaces by prefix; the default namespace under `''`. */
  readonly scope: ReadonlyMap<string, string>
}

const maxLevels = 100

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  ignoreDeclaration: true,
  ignorePiTags: true,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  // Numeric character references are standard XML, but the parser only decodes them with this option.
  htmlEntities: true,
  maxNestedTags: maxLevels,
})

/**
 * Parses a document and returns its root element. Returns `null` for invalid XML, XML that is nested too deeply, and documents
 * with a document type declaration, which could define entities.
 */
export function readXmlElement(text: string): XmlElement | null {
  if (/<!DOCTYPE|<!ENTITY/i.test(text)) return null
  try {
    if (XMLValidator.validate(text) !== true) return null
    const nodes: unknown = parser.parse(text)
    const found = Array.isArray(nodes) ? nodes.find(isElement) : undefined
    return isRecord(found) ? elementOf(found, new Map([['xml', 'http://www.w3.org/XML/1998/namespace']])) : null
  } catch {
    return null
  }
}

function elementOf(node: Readonly<Record<string, unknown>>, outer: XmlElement['scope']): XmlElement {
  const [written = '', content] = Object.entries(node).find(([name]) => name !== ':@') ?? []
  const attributes = attributesOf(node[':@'])
  const scope = scopeOf(attributes, outer)
  const inner: readonly unknown[] = Array.isArray(content) ? content : []
  return {
    ...named(written, scope),
    attributes,
    children: inner.flatMap((each) => (isElement(each) ? [elementOf(each, scope)] : [])),
    text: inner.map((each) => (isRecord(each) && '#text' in each ? String(each['#text']) : '')).join(''),
    scope,
  }
}

const isElement = (node: unknown): node is Record<string, unknown> =>
  isRecord(node) && Object.keys(node).some((name) => name !== ':@' && name !== '#text')

function attributesOf(input: unknown): Readonly<Record<string, string>> {
  return isRecord(input) ? Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)])) : {}
}

function scopeOf(attributes: Readonly<Record<string, string>>, outer: XmlElement['scope']): XmlElement['scope'] {
  const declared = Object.entries(attributes).flatMap(([name, value]): [string, string][] => {
    if (name === 'xmlns') return [['', value]]
    return name.startsWith('xmlns:') ? [[name.slice('xmlns:'.length), value]] : []
  })
  return declared.length === 0 ? outer : new Map([...outer, ...declared])
}

function named(written: string, scope: XmlElement['scope']): Pick<XmlElement, 'namespace' | 'name'> {
  const at = written.indexOf(':')
  return { namespace: scope.get(written.slice(0, Math.max(0, at))) ?? '', name: written.slice(at + 1) }
}

/** Resolves a qualified name in an attribute value to `{namespace}name`. */
export function qualified(written: string, { scope }: XmlElement): string {
  const { namespace, name } = named(written.trim(), scope)
  return qualifiedName(namespace, name)
}

export const qualifiedName = (namespace: string, name: string): string => `{${namespace}}${name}`

export const localName = (name: string): string => name.slice(name.indexOf('}') + 1)

export const childrenOf = (element: XmlElement, ...names: readonly string[]): readonly XmlElement[] =>
  element.children.filter(({ name }) => names.includes(name))

export const childOf = (element: XmlElement, name: string): XmlElement | undefined =>
  element.children.find((child) => child.name === name)
