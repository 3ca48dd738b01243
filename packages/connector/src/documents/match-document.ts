import type { CompareOperator } from '@millwright/contract/filter/node'
import { Problem } from '@millwright/contract/problem'
import { ExactNumber } from '@millwright/contract/wire/exact-json'
import type { Document, DocumentFilter } from './document-database.ts'

export const isNumber = (text: string): boolean => /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text.trim())

/** Whether a value of a document is a number, with or without all of its digits. */
export const isNumeric = (value: unknown): value is number | ExactNumber =>
  typeof value === 'number' || value instanceof ExactNumber

/** Below 0 if the first number is smaller, 0 if both are equal. Texts must be numbers; no digit of either is lost. */
export function compareNumbers(one: number | ExactNumber | string, other: number | ExactNumber | string): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  const first = partsOf(String(one))
  const second = partsOf(String(other))
  if (first.sign !== second.sign) return first.sign - second.sign
  if (first.size !== second.size) return first.sign * (first.size - second.size)
  if (first.digits === second.digits) return 0
  return first.digits < second.digits ? -first.sign : first.sign
}

/** A number as its sign, the power of ten of its first digit, and its digits. */
function partsOf(text: string) {
  const [, sign = '', whole = '', part = '', power = '0'] =
    /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i.exec(text.trim()) ?? []
  const all = whole + part
  const lead = all.search(/[1-9]/)
  if (lead < 0) return { sign: 0, size: 0, digits: '' }
  const digits = all.slice(lead).replace(/0+$/, '')
  return { sign: sign === '-' ? -1 : 1, size: whole.length - lead + Number(power), digits }
}

/** The order of any two values of documents: null, false, true, numbers, texts, lists, objects. */
export function compareValues(one: unknown, other: unknown): number {
  const rank = rankOf(one)
  if (rank !== rankOf(other)) return rank - rankOf(other)
  if (isNumeric(one) && isNumeric(other)) return compareNumbers(one, other)
  const [first, second] =
    rank > ranks.text ? [JSON.stringify(one), JSON.stringify(other)] : [String(one), String(other)]
  return first === second ? 0 : first < second ? -1 : 1
}

const ranks = { nothing: 0, truth: 1, number: 2, text: 3, list: 4, object: 5 }

function rankOf(value: unknown): number {
  if (value === null || value === undefined) return ranks.nothing
  if (typeof value === 'boolean') return ranks.truth
  if (isNumeric(value)) return ranks.number
  if (typeof value === 'string') return ranks.text
  return Array.isArray(value) ? ranks.list : ranks.object
}

const longest = 1_000
const maxWildcards = 20

/**
 * Translates `like` and its variants into a regular expression with the text escaped. Throws a 400 for patterns that would take
 * too long.
 */
export function likeExpression(operator: CompareOperator, text: string): RegExp {
  if (text.length > longest) throw new Problem(400, `A text to search for is longer than ${longest} characters.`)
  if (operator === 'like') return likePattern(text)
  const plain = escaped(text)
  if (operator === 'starts with') return new RegExp(`^${plain}`)
  return operator === 'ends with' ? new RegExp(`${plain}$`) : new RegExp(plain)
}

function likePattern(text: string): RegExp {
  const parts = text.replace(/%{2,}/g, '%').split(/([%_])/)
  if (parts.filter((part) => part === '%').length > maxWildcards) {
    throw new Problem(400, `A pattern has at most ${maxWildcards} % signs.`)
  }
  const written = parts.map((part) => (part === '%' ? '[\\s\\S]*' : part === '_' ? '[\\s\\S]' : escaped(part)))
  return new RegExp(`^${written.join('')}$`)
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

/** Whether a document matches a condition, by the same rules as its database. */
export function matches(document: Document, filter: DocumentFilter): boolean {
  if (filter.kind === 'and' || filter.kind === 'or') {
    const holds = (operand: DocumentFilter) => matches(document, operand)
    return filter.kind === 'and' ? filter.operands.every(holds) : filter.operands.some(holds)
  }
  const values = valuesAt(document, filter.field.split('.')).filter((value) => value !== null && value !== undefined)
  if (filter.kind === 'null') return (values.length === 0) !== filter.negated
  return values.length > 0 && values.some((value) => isMet(value, filter)) !== filter.negated
}

function isMet(value: unknown, filter: Exclude<DocumentFilter, { kind: 'and' | 'or' | 'null' }>): boolean {
  if (filter.kind === 'in') return filter.texts.some((text) => compares(value, '=', text))
  return compares(value, filter.operator, filter.text)
}

/** The values at a path, in lists of each element. */
export function valuesAt(value: unknown, [first, ...rest]: readonly string[]): unknown[] {
  if (first === undefined) return Array.isArray(value) ? [value, ...value] : [value]
  if (Array.isArray(value)) {
    const own = /^\d+$/.test(first) ? valuesAt(value[Number(first)], rest) : []
    return [...own, ...value.flatMap((each) => valuesAt(each, [first, ...rest]))]
  }
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, first)) return []
  return valuesAt(Object.entries(value).find(([name]) => name === first)?.[1], rest)
}

function compares(value: unknown, operator: CompareOperator, text: string): boolean {
  if (isNumeric(value)) {
    if (operator === '=' && String(value) === text) return true
    return isNumber(text) && inOrder(compareNumbers(value, text), operator)
  }
  if (operator === '=') return typeof value !== 'object' && String(value) === text
  if (typeof value !== 'string') return false
  return ['>', '>=', '<', '<='].includes(operator)
    ? inOrder(value < text ? -1 : value === text ? 0 : 1, operator)
    : likeExpression(operator, text).test(value)
}

function inOrder(difference: number, operator: CompareOperator): boolean {
  if (operator === '=') return difference === 0
  if (operator === '>') return difference > 0
  if (operator === '>=') return difference >= 0
  return operator === '<' ? difference < 0 : operator === '<=' && difference <= 0
}
