import type { DocumentFilter, DocumentQuery } from '@millwright/connector/documents/document-database'
import type { Content } from './dynamodb-client.ts'
import { keyValue, type TableKey } from './dynamodb-values.ts'
import { filterExpression, Placeholders, textsOf } from './filter-expression.ts'

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
