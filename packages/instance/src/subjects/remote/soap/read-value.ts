import type { ComplexType, Member, SimpleType, ValueType } from './schema-types.ts'
import type { XmlElement } from './xml-element.ts'

const instance = 'http://www.w3.org/2001/XMLSchema-instance'

/** The value of an element as JSON, by its declared type; undeclared content is read as is. */
export function readElement(element: XmlElement, type: ValueType): unknown {
  if (isNil(element)) return null
  if (type.kind === 'text') return readText(element.text, type)
  const isPlain = type.members.length === 0 && type.attributes.length === 0
  if (type.text === null && type.open && isPlain) return readAny(element)
  return readComplex(element, type)
}

/** Values of elements, by the members that declare them. */
export function readMembers(elements: readonly XmlElement[], members: readonly Member[]): Record<string, unknown> {
  const byName = new Map(members.map((member) => [member.name, member]))
  const values = new Map<string, unknown>()
  for (const element of elements) {
    const member = byName.get(element.name)
    const value = member === undefined ? readAny(element) : readElement(element, member.type())
    const before = values.get(element.name)
    if (Array.isArray(before)) before.push(value)
    else if (values.has(element.name)) values.set(element.name, [before, value])
    else values.set(element.name, member?.many ? [value] : value)
  }
  return Object.fromEntries(values)
}

function readComplex(element: XmlElement, { members, attributes, text }: ComplexType): Record<string, unknown> {
  const given = attributes.flatMap(({ name, type }): [string, unknown][] => {
    const value = element.attributes[name]
    return value === undefined ? [] : [[name, readText(value, type)]]
  })
  return {
    ...Object.fromEntries(given),
    ...(text === null ? {} : { _: readText(element.text, text) }),
    ...readMembers(element.children, members),
  }
}

function readAny(element: XmlElement): unknown {
  if (isNil(element)) return null
  return element.children.length === 0 ? element.text : readMembers(element.children, [])
}

function readText(text: string, { of }: SimpleType): unknown {
  const plain = text.trim()
  if (of === 'boolean') return plain === 'true' || plain === '1'
  if (of === 'string') return text
  // Numbers that a JavaScript number cannot represent exactly stay strings.
  const number = Number(plain)
  const isExact = of === 'integer' ? Number.isSafeInteger(number) : plain.replace(/\D/g, '').length <= 15
  return plain !== '' && Number.isFinite(number) && isExact ? number : plain
}

function isNil({ attributes, scope }: XmlElement): boolean {
  return Object.entries(attributes).some(([name, value]) => {
    const [prefix = '', local] = name.split(':')
    return local === 'nil' && scope.get(prefix) === instance && (value === 'true' || value === '1')
  })
}
