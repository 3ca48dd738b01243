import type { Document } from '@millwright/connector/documents/document-database'
import { unmarked } from '@millwright/connector/documents/marked-values'
import { isNumber, isNumeric } from '@millwright/connector/documents/match-document'
import { Problem } from '@millwright/contract/problem'
import { exactNumber } from '@millwright/contract/wire/exact-json'
import { isRecord } from '@millwright/contract/wire/is-record'

/** A value as DynamoDB's API has it: an object whose only member is named for the type. */
export type AttributeValue = Readonly<Record<string, unknown>>
export type Item = Readonly<Record<string, AttributeValue>>

export const isItem = (candidate: unknown): candidate is Item =>
  isRecord(candidate) && Object.values(candidate).every(isRecord)

export const toDocument = (item: Item): Document =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [name, toJsonValue(value)]))

/** Converts a value to its JSON form (docs/wire/documents.md): numbers with all their digits, sets as lists, binary in Base64. */
function toJsonValue(value: AttributeValue): unknown {
  const [[type, held] = ['NULL', null]] = Object.entries(value)
  if (type === 'N') return numberOf(held)
  if (type === 'NS') return Array.isArray(held) ? held.map(numberOf) : []
  if (type === 'M') return isItem(held) ? toDocument(held) : {}
  if (type === 'L') return Array.isArray(held) ? held.filter(isRecord).map(toJsonValue) : []
  return type === 'NULL' ? null : held
}

function numberOf(held: unknown): unknown {
  const text = String(held)
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text) ? exactNumber(text) : text
}

/** Converts a value from a request. If it can be read as the type of `before`, the stored value, it keeps that type: sets stay sets. */
export function toAttribute(value: unknown, before?: AttributeValue): AttributeValue {
  if (value === null || value === undefined) return { NULL: true }
  if (typeof value === 'boolean') return { BOOL: value }
  if (isNumeric(value)) return { N: String(value) }
  if (typeof value === 'string') return typeof before?.B === 'string' && isBase64(value) ? { B: value } : { S: value }
  if (Array.isArray(value))
    return asSet(value, before) ?? { L: value.map((each, at) => toAttribute(each, elementAt(before?.L, at))) }
  if (!isRecord(value)) throw new Problem(400, 'The document cannot be stored as it is.')
  const [name = '', ...more] = Object.keys(value)
  if (more.length === 0 && name.startsWith('$')) return marked(name, value[name])
  const inside = isItem(before?.M) ? before.M : {}
  const members = Object.entries(value).map(([key, each]) => [
    key,
    toAttribute(each, Object.hasOwn(inside, key) ? inside[key] : undefined),
  ])
  return { M: Object.fromEntries(members) }
}

/** Converts the fields of a document. */
export const toItem = (fields: Document, before: Item = {}): Item =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      toAttribute(value, Object.hasOwn(before, name) ? before[name] : undefined),
    ]),
  )

function elementAt(list: unknown, at: number): AttributeValue | undefined {
  const found: unknown = Array.isArray(list) ? list[at] : undefined
  return isRecord(found) ? found : undefined
}

function asSet(value: readonly unknown[], before: AttributeValue | undefined): AttributeValue | null {
  const type = ['SS', 'NS', 'BS'].find((each) => before !== undefined && each in before)
  const areTexts = value.every((each) => typeof each === 'string')
  if (type === undefined || value.length === 0 || !(type === 'NS' ? value.every(isNumeric) : areTexts)) return null
  const texts = value.map(String)
  const isSet = new Set(texts).size === texts.length && (type !== 'BS' || texts.every(isBase64))
  return isSet ? { [type]: texts } : null
}

function marked(name: string, value: unknown): AttributeValue {
  const binary = isRecord(value) ? value.base64 : value
  if (name === '$binary') {
    if (typeof binary === 'string' && isBase64(binary)) return { B: binary }
    throw new Problem(400, `A value marked with ${name} must be a text that can be read as one.`)
  }
  return toAttribute(unmarked(name, value))
}

export const isBase64 = (text: string): boolean =>
  /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)

/** A key as a table of DynamoDB declares it. */
export interface TableKey {
  readonly name: string
  readonly type: 'S' | 'N' | 'B'
}

/** A text as the value of a key, or `null` if no document can have it. */
export function keyValue(text: string, { type }: TableKey): AttributeValue | null {
  if (type === 'N') return storedNumber(text)
  if (text === '' || (type === 'B' && !isBase64(text))) return null
  return { [type]: text }
}

/** A text as a number that DynamoDB can store, which has up to 38 digits, or `null`. */
export function storedNumber(text: string): AttributeValue | null {
  if (!isNumber(text)) return null
  const [digits = '', power = '0'] = text.trim().toLowerCase().split('e')
  const figures = digits.replace(/\D/g, '').replace(/^0+|0+$/g, '')
  const isStored = figures.length <= 38 && Math.abs(Number(power)) < 80 && digits.length < 44
  return isStored
    ? {
        N: text
          .trim()
          .replace(/^\+/, '')
          .replace(/\.$/, '')
          .replace(/\.(?=e)/i, ''),
      }
    : null
}
