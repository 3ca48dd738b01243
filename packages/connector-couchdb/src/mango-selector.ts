import { isNumber } from '@millwright/connector/documents/compare-values'
import type { DocumentFilter, FieldComparison } from '@millwright/connector/documents/document-database'
import { likeExpression } from '@millwright/connector/documents/like-expression'
import { exactNumber } from '@millwright/contract/wire/exact-json'

/** A condition of CouchDB's queries. Every operator in it is written here; names and texts of callers are only ever fields and operands. */
export type Selector = Readonly<Record<string, unknown>>

/**
 * A selector for at least the documents that match a condition, or `null` if CouchDB cannot narrow them down. What it compares differently
 * (texts by the rules of a language, fields within lists, bytes instead of characters) is left to the instance.
 */
export function selectorOf(filter: DocumentFilter): Selector | null {
  if (filter.kind === 'and') {
    const parts = filter.operands.map(selectorOf).filter((part) => part !== null)
    return parts.length === 0 ? null : { $and: parts }
  }
  if (filter.kind === 'or') {
    const parts = filter.operands.map(selectorOf)
    const known = parts.filter((part) => part !== null)
    return known.length < parts.length ? null : { $or: known }
  }
  const { field } = filter
  // A backslash escapes the dots of a path.
  if (field.includes('\\')) return null
  if (filter.kind === 'null') {
    const own = filter.negated
      ? [{ [field]: { $exists: true } }]
      : [{ [field]: { $exists: false } }, { [field]: { $eq: null } }]
    return { $or: [...own, ...listsAbove(field)] }
  }
  const conditions = filter.negated
    ? [{ $exists: true }]
    : filter.kind === 'in'
      ? [{ $in: filter.texts.flatMap(meanings) }]
      : comparison(filter)
  return {
    $or: [
      ...conditions.map((condition) => ({ [field]: condition })),
      { [field]: { $type: 'array' } },
      ...listsAbove(field),
    ],
  }
}

/** Whether one of the fields around a nested one is a list, of which every element is searched. */
function listsAbove(field: string): readonly Selector[] {
  const names = field.split('.')
  return names.slice(1).map((_, at) => ({ [names.slice(0, at + 1).join('.')]: { $type: 'array' } }))
}

const orders = { '>': '$gt', '>=': '$gte', '<': '$lt', '<=': '$lte' } as const
const anyText = { $type: 'string' }
/** More would take the expressions of the server too long. */
const maxWildcards = 3

function comparison({ operator, text }: FieldComparison): readonly Selector[] {
  if (operator === '=') return [{ $in: meanings(text) }]
  if (operator === '!=') return [{ $exists: true }]
  if (operator === '>' || operator === '>=' || operator === '<' || operator === '<=') {
    return isNumber(text) ? [anyText, { $type: 'number', [orders[operator]]: numberOf(text) }] : [anyText]
  }
  const isPlain = operator !== 'like' || (!text.includes('_') && text.split('%').length <= maxWildcards + 1)
  return [isPlain ? { $regex: likeExpression(operator, text).source } : anyText]
}

/** All values that a text can represent. */
function meanings(text: string): unknown[] {
  return [
    text,
    ...(isNumber(text) ? [numberOf(text)] : []),
    ...(text === 'true' || text === 'false' ? [text === 'true'] : []),
  ]
}

const numberOf = (text: string) => {
  const json = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text.trim())
  return json ? exactNumber(text.trim()) : Number(text)
}
