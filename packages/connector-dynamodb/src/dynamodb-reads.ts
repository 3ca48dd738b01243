import type { DocumentFilter, DocumentQuery, FieldComparison } from '@millwright/connector/documents/document-database'
import { isNumber } from '@millwright/connector/documents/match-document'
import type { Content } from './dynamodb-client.ts'
import { type AttributeValue, keyValue, storedNumber, type TableKey } from './dynamodb-values.ts'

interface ReadRequest {
  readonly action: 'Query' | 'Scan'
  readonly body: Content
}

/**
 * The request for the items that may match a query: a Query if its condition names one value of the hash key, else a Scan. `null` if nothing
 * can match.
 */
export function readRequest(query: DocumentQuery, [hash, range]: readonly TableKey[]): ReadRequest | null {
  const { where, order, limit, offset } = query
  const places = new Placeholders()
  const texts = where === null || hash === undefined ? null : textsOf(where, hash.name)
  const isQuery = texts?.length === 1
  const conditions: string[] = []
  if (isQuery && hash !== undefined) {
    const value = keyValue(texts[0] ?? '', hash)
    if (value === null) return null
    conditions.push(`${places.name(hash.name)} = ${places.value(value)}`)
    const own = where !== null && range !== undefined ? rangeCondition(where, range, places) : null
    if (own !== null) conditions.push(own)
  }
  const keys = [hash, range].flatMap((key) => (key === undefined ? [] : [key.name]))
  const condition = conditions.join(' AND ')
  const filter = where === null ? null : filterExpression(where, places, isQuery ? keys : [])
  const fields = neededFields(query, keys)
  const projection = fields?.map((name) => places.name(name)).join(', ')
  const isExact = where === null && order.length === 0 && Number.isFinite(limit)
  return {
    action: isQuery ? 'Query' : 'Scan',
    body: {
      ConsistentRead: true,
      ...(isQuery && { KeyConditionExpression: condition }),
      ...(filter !== null && { FilterExpression: filter }),
      ...(projection !== undefined && { ProjectionExpression: projection }),
      ...(isExact && { Limit: Math.max(1, Math.min(offset + limit, 1_000_000)) }),
      ...places.members(condition, filter ?? '', projection ?? ''),
    },
  }
}

/** The names at the top of a document that a condition reads. */
export function outermostFields(filter: DocumentFilter | null): readonly string[] {
  if (filter === null) return []
  if (filter.kind === 'and' || filter.kind === 'or') return filter.operands.flatMap(outermostFields)
  return [filter.field.split('.')[0] ?? filter.field]
}

function neededFields({ fields, where, order }: DocumentQuery, keys: readonly string[]): readonly string[] | null {
  if (fields === null) return null
  const shown = [...fields, ...order.map(({ field }) => field)].map((field) => field.split('.')[0] ?? field)
  return [...new Set([...keys, ...shown, ...outermostFields(where)])]
}

/** The first condition on the range key that DynamoDB evaluates as the instance does. */
function rangeCondition(filter: DocumentFilter, range: TableKey, places: Placeholders): string | null {
  if (filter.kind === 'and') {
    const found = filter.operands.map((operand) => rangeCondition(operand, range, places))
    return found.find((each) => each !== null) ?? null
  }
  if (filter.kind !== 'compare' || filter.field !== range.name || filter.negated || range.type === 'B') return null
  const { operator, text } = filter
  const value = keyValue(text, range)
  const isBelowSurrogates = /^[\0-\ud7ff]+$/.test(text)
  if (value === null || (range.type === 'S' && !isBelowSurrogates)) return null
  const place = places.name(range.name)
  if (operator === 'starts with' && range.type === 'S') return `begins_with(${place}, ${places.value(value)})`
  const isPlain = operator === '>' || operator === '>=' || operator === '<' || operator === '<=' || operator === '='
  return isPlain ? `${place} ${operator} ${places.value(value)}` : null
}

/** Below DynamoDB's limits for an expression, 300 operators and 4 KiB; and the maximum number of keys that are looked up. */
const most = { parts: 140, length: 4_000, keys: 10_000 }

/** Collects the names and values of an expression, which contains only placeholders for them. */
export class Placeholders {
  readonly names = new Map<string, string>()
  readonly values = new Map<string, { readonly place: string; readonly value: AttributeValue }>()

  /** A path of names such as `#n0.#n1`. */
  path(field: string): string {
    return field
      .split('.')
      .map((name) => this.name(name))
      .join('.')
  }

  name(name: string): string {
    const known = this.names.get(name) ?? `#n${this.names.size}`
    this.names.set(name, known)
    return known
  }

  value(value: AttributeValue): string {
    const text = JSON.stringify(value)
    const known = this.values.get(text) ?? { place: `:v${this.values.size}`, value }
    this.values.set(text, known)
    return known.place
  }

  /** As members of a request with these expressions, which may have no others than they use. */
  members(...expressions: readonly string[]) {
    const used = new Set(expressions.join(' ').match(/[#:][nv]\d+/g))
    const names = [...this.names].flatMap(([name, place]) => (used.has(place) ? [[place, name]] : []))
    const values = [...this.values.values()].flatMap(({ place, value }) => (used.has(place) ? [[place, value]] : []))
    return {
      ...(names.length > 0 && { ExpressionAttributeNames: Object.fromEntries(names) }),
      ...(values.length > 0 && { ExpressionAttributeValues: Object.fromEntries(values) }),
    }
  }
}

/**
 * An expression for at least the items that match a condition, or `null` if DynamoDB cannot narrow them down. What it compares differently
 * (elements of lists and sets, patterns, binary values) is left to the instance. `keys`: names that the expression must not contain.
 */
export function filterExpression(filter: DocumentFilter, places: Placeholders, keys: readonly string[]): string | null {
  const text = written(filter, places, keys)
  if (text === null) return null
  const parts = text.split(/ (?:OR|AND) /).length
  return parts > most.parts || text.length > most.length ? null : text
}

function written(filter: DocumentFilter, places: Placeholders, keys: readonly string[]): string | null {
  if (filter.kind === 'and' || filter.kind === 'or') {
    const parts = filter.operands.map((operand) => written(operand, places, keys))
    const known = parts.filter((part) => part !== null)
    if (known.length === 0 || (filter.kind === 'or' && known.length < parts.length)) return null
    return joined(known, filter.kind === 'and' ? ' AND ' : ' OR ')
  }
  const [first = ''] = filter.field.split('.')
  if (keys.includes(first)) return null
  return joined([...conditionsOf(filter, places), ...listsAbove(filter.field, places)], ' OR ')
}

/** DynamoDB rejects parentheses around a single condition. */
const joined = (parts: readonly string[], operator: string) =>
  parts.length === 1 ? (parts[0] ?? null) : `(${parts.join(operator)})`

type Leaf = Exclude<DocumentFilter, { kind: 'and' | 'or' }>

function conditionsOf(filter: Leaf, places: Placeholders): readonly string[] {
  const path = places.path(filter.field)
  if (filter.kind === 'null') {
    if (filter.negated) return [`attribute_exists(${path})`]
    return [`attribute_not_exists(${path})`, ofType(path, 'NULL', places)]
  }
  const values = filter.negated
    ? []
    : filter.kind === 'in'
      ? equal(filter.texts, path, places)
      : comparison(filter, path, places)
  if (values.length === 0) return [`attribute_exists(${path})`]
  // Elements of these are searched, and binary values are compared by their Base64.
  return [...values, ...['L', 'SS', 'NS', 'BS', 'B'].map((type) => ofType(path, type, places))]
}

const equal = (texts: readonly string[], path: string, places: Placeholders): readonly string[] =>
  texts.includes('') ? [] : texts.flatMap(meanings).map((value) => `${path} = ${places.value(value)}`)

/** Whether one of the fields around a nested one is a list or a set. */
function listsAbove(field: string, places: Placeholders): readonly string[] {
  const names = field.split('.')
  return names.slice(1).flatMap((_, at) => {
    const path = places.path(names.slice(0, at + 1).join('.'))
    return ['L', 'SS', 'NS', 'BS'].map((type) => ofType(path, type, places))
  })
}

const ofType = (path: string, type: string, places: Placeholders) =>
  `attribute_type(${path}, ${places.value({ S: type })})`

/** What a compared value may be; empty if any could match. */
function comparison({ operator, text }: FieldComparison, path: string, places: Placeholders): readonly string[] {
  if (operator === '=') return equal([text], path, places)
  if (text === '') return []
  if (operator === 'starts with') return [`begins_with(${path}, ${places.value({ S: text })})`]
  if (operator === 'contains') return [`contains(${path}, ${places.value({ S: text })})`]
  if (operator !== '>' && operator !== '>=' && operator !== '<' && operator !== '<=') return []
  const number = storedNumber(text)
  if (!hasSameOrder(text) || (isNumber(text) && number === null)) return []
  return [{ S: text }, ...(number === null ? [] : [number])].map(
    (value) => `${path} ${operator} ${places.value(value)}`,
  )
}

/** DynamoDB orders texts by their UTF-8 bytes, which is the order of UTF-16 for texts that are compared with such a one. */
const hasSameOrder = (text: string) => /^[\0-\ud7ff]+$/.test(text)

/** All values that a text can represent. */
function meanings(text: string): AttributeValue[] {
  const number = storedNumber(text)
  return [
    { S: text },
    ...(number === null ? [] : [number]),
    ...(text === 'true' || text === 'false' ? [{ BOOL: text === 'true' }] : []),
  ]
}

/** The keys to which a condition restricts documents, one list of values for each, or `null` if it does not name whole keys. */
export function keysIn(filter: DocumentFilter, keys: readonly TableKey[]): readonly AttributeValue[][] | null {
  if (filter.kind === 'or') {
    const all = filter.operands.map((operand) => keysIn(operand, keys))
    const known = all.filter((each) => each !== null)
    return known.length < all.length ? null : known.flat()
  }
  const named = keys.map((key) => textsOf(filter, key.name)?.map((text) => keyValue(text, key)))
  let found: AttributeValue[][] = [[]]
  for (const values of named) {
    if (values === undefined || found.length * values.length > most.keys) return inOperands(filter, keys)
    const present = values.filter((value) => value !== null)
    found = found.flatMap((begun) => present.map((value) => [...begun, value]))
  }
  return found
}

function inOperands(filter: DocumentFilter, keys: readonly TableKey[]): readonly AttributeValue[][] | null {
  if (filter.kind !== 'and') return null
  return filter.operands.map((operand) => keysIn(operand, keys)).find((each) => each !== null) ?? null
}

/** The texts to which a condition restricts a field. */
function textsOf(filter: DocumentFilter, field: string): readonly string[] | null {
  if (filter.kind === 'and') {
    return filter.operands.map((operand) => textsOf(operand, field)).find((texts) => texts !== null) ?? null
  }
  if (filter.kind === 'or' || filter.field !== field || filter.negated) return null
  if (filter.kind === 'in') return filter.texts
  return filter.kind === 'compare' && filter.operator === '=' ? [filter.text] : null
}
