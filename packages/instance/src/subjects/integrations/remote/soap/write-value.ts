import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { ComplexType, Member, SimpleType } from './schema-types.ts'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
}

/** Escapes a text for XML content or an attribute. Throws a 400 for characters that XML cannot represent. */
export function escapedText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: matches the characters that XML cannot represent
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(text) || !text.isWellFormed()) {
    throw new Problem(400, 'The request contains control characters, which XML does not allow.')
  }
  return text.replace(/[&<>"\r]/g, (sign) => entities[sign] ?? sign)
}

/**
 * Writes a value as elements, in the order of their declarations. `path`: location of the value in the request, for error
 * messages. Throws a 400 for undeclared members or values of another type.
 */
export function writeMembers(members: readonly Member[], value: unknown, path: string): string {
  if (!isRecord(value)) throw new Problem(400, `${path || 'The body'} must be an object.`)
  const names = members.map(({ name }) => name)
  refuseUnknown(value, names, path)
  return members.map((member) => writeMember(member, value[member.name], at(path, member.name))).join('')
}

function writeMember(member: Member, value: unknown, path: string): string {
  if (value === undefined) return ''
  const isList = Array.isArray(value)
  if (isList && !member.many) throw new Problem(400, `'${path}' cannot be a list.`)
  const values: readonly unknown[] = isList ? value : [value]
  return values.map((each) => writeElement(member, each, path)).join('')
}

/** Writes one element with its own namespace declaration. */
export function writeElement(member: Member, value: unknown, path: string): string {
  const { name, namespace, nillable } = member
  const open = `${name} xmlns="${escapedText(namespace)}"`
  if (value === null) {
    return nillable ? `<${open} xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/>` : ''
  }
  const type = member.type()
  if (type.kind === 'text') return `<${open}>${writeText(type, value, path)}</${name}>`
  if (type.text !== null && !isRecord(value)) return `<${open}>${writeText(type.text, value, path)}</${name}>`
  const { attributes, content } = writeComplex(type, value, path)
  return `<${open}${attributes}>${content}</${name}>`
}

function writeComplex(type: ComplexType, value: unknown, path: string): { attributes: string; content: string } {
  if (type.open && !isRecord(value)) return { attributes: '', content: writeText(anyText, value, path) }
  if (!isRecord(value)) throw new Problem(400, `'${path}' must be an object.`)
  const names = new Set([...type.members, ...type.attributes].map(({ name }) => name))
  if (type.text !== null) names.add('_')
  if (!type.open) refuseUnknown(value, [...names], path)
  const attributes = type.attributes
    .filter(({ name }) => value[name] !== undefined && value[name] !== null)
    .map(({ name, type: of }) => ` ${name}="${writeText(of, value[name], at(path, name))}"`)
  const text = type.text === null || value._ === undefined ? '' : writeText(type.text, value._, at(path, '_'))
  const members = type.members.map((member) => writeMember(member, value[member.name], at(path, member.name)))
  const further = Object.entries(value).filter(([name]) => !names.has(name))
  return {
    attributes: attributes.join(''),
    content: [text, ...members, ...further.map(([name, each]) => writeFurther(name, each, at(path, name)))].join(''),
  }
}

const anyText: SimpleType = { kind: 'text', of: 'string', format: null, choices: [] }
const open: ComplexType = { kind: 'members', name: null, members: [], attributes: [], text: null, open: true }

function writeFurther(name: string, value: unknown, path: string): string {
  if (!/^[\p{L}_][\p{L}\p{N}_.-]*$/u.test(name)) throw new Problem(400, `'${path}' cannot be the name of an element.`)
  const member = { name, namespace: '', many: true, required: false, nillable: true, type: () => open }
  return writeMember(member, value, path)
}

function writeText({ of, choices }: SimpleType, value: unknown, path: string): string {
  if (typeof value === 'object') throw new Problem(400, `'${path}' cannot be an object or a list.`)
  const text = String(value)
  if (of === 'boolean' && !/^(?:true|false|0|1)$/.test(text)) throw new Problem(400, `'${path}' must be true or false.`)
  if (of === 'integer' && !/^[+-]?\d+$/.test(text)) throw new Problem(400, `'${path}' must be a whole number.`)
  if (of === 'number' && !/^(?:[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|-?INF|NaN)$/i.test(text)) {
    throw new Problem(400, `'${path}' must be a number.`)
  }
  if (choices.length > 0 && !choices.includes(text)) {
    throw new Problem(400, `'${path}' must be one of ${choices.slice(0, 20).join(', ')}.`)
  }
  return escapedText(text)
}

function refuseUnknown(value: Readonly<Record<string, unknown>>, names: readonly string[], path: string): void {
  const unknown = Object.keys(value).find((name) => !names.includes(name))
  if (unknown === undefined) return
  const known = names.length === 0 ? 'It takes no members.' : `Use one of ${names.slice(0, 20).join(', ')}.`
  throw new Problem(400, `There is no '${at(path, unknown)}'. ${known}`)
}

const at = (path: string, name: string) => (path === '' ? name : `${path}.${name}`)
