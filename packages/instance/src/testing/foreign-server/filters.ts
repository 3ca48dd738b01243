import { quoteText } from '@millwright/contract/filter/print'
import { type Habit, refusal } from './exchange.ts'

/** Operators in the order in which they are searched for, anywhere in the text; words must be between spaces. */
const comparisons = [
  '>=',
  '<=',
  '!=',
  '=',
  '<>',
  '>',
  '<',
  'GTE',
  'LTE',
  'NE',
  'EQ',
  'GT',
  'LT',
  'NOT IN',
  'IN',
  'ALL',
  'LIKE',
  'STARTS WITH',
  'ENDS WITH',
  'CONTAINS',
  'IS NULL',
  'IS NOT NULL',
]
const inWords: Readonly<Record<string, string>> = { GTE: '>=', LTE: '<=', NE: '!=', EQ: '=', GT: '>', LT: '<' }

class Unparsable extends Error {}

/** Parses filters as plain text, ignoring quotes, and compares booleans of `system` with the literal word. */
export const filtersAsText: Habit = async (call, ask) => {
  const filter = call.query.get('filter')
  if (filter === null || filter.trim() === '') return ask(call)
  const query = new URLSearchParams(call.query)
  try {
    query.set('filter', rewritten(filter, call.path.startsWith('system/')))
  } catch (error) {
    if (error instanceof Unparsable) return refusal(400, error.message)
    return refusal(500, 'str_repeat(): Argument #2 ($times) must be greater than or equal to 0', { bare: true })
  }
  return ask({ ...call, query })
}

/** Rewrites a filter to what the other server makes of it, in our syntax. */
function rewritten(given: string, ofSystem: boolean): string {
  let filter = given.trim()
  for (const word of ['AND', '&&', 'NOT', 'OR', '||']) {
    if (word === 'NOT') {
      if (/^not ?\(/i.test(filter)) return `not ${rewritten(filter.slice(3), ofSystem)}`
      continue
    }
    filter = filter.replace(new RegExp(`\\)${escaped(word)}\\(`, 'gi'), `) ${word} (`)
    const at = filter.toLowerCase().indexOf(`) ${word.toLowerCase()} (`)
    if (at < 0) continue
    const left = rewritten(`${filter.slice(0, at).trim()})`, ofSystem)
    const right = rewritten(`(${filter.slice(at + word.length + 4).trim()}`, ofSystem)
    return `${left} ${word} ${right}`
  }
  const bare = filter.replace(/^\(+|\)+$/g, '')
  const [before = '', after = ''] = filter.split(bare, 2)
  return `${before}${comparison(bare, ofSystem)}${after}`
}

function comparison(text: string, ofSystem: boolean): string {
  for (const operator of comparisons) {
    const padded = /^[a-z]+$/i.test(operator) ? ` ${operator} ` : operator
    const at = text.toLowerCase().indexOf(padded.toLowerCase())
    if (at < 0) continue
    const [, field = '', negated] = /^(.*?)( not)?$/is.exec(text.slice(0, at).trim()) ?? []
    if (!/^[\w."]+$/.test(field))
      throw new Unparsable(`Invalid or unparsable field in filter request: '${text.slice(0, at).trim()}'`)
    const value = text.slice(at + padded.length).trim()
    const asked = compared(field, inWords[operator] ?? operator, value, ofSystem)
    return negated ? `not (${asked})` : asked
  }
  throw new Unparsable('Invalid or unparsable filter request.')
}

function compared(field: string, operator: string, value: string, ofSystem: boolean): string {
  if (/NULL$/.test(operator)) return `${field} ${operator}`
  if (/IN$|ALL/.test(operator)) return `${field} ${operator} ${value.startsWith('(') ? value : `(${value})`}`
  const opened = value.startsWith("'") ? 0 : value.split('(').length - value.split(')').length
  if (opened < 0 && value.includes('(')) throw new RangeError()
  const text = unquoted(opened > 0 ? value + ')'.repeat(opened) : value)
  // A text never equals the stored values, which are 0 and 1.
  if (ofSystem && /^(?:true|false)$/i.test(text)) return `${field} is null`
  return `${field} ${operator} ${/^-?\d+(\.\d+)?$/.test(text) || text === value ? value : quoteText(text)}`
}

/** Removes the outer quotes; quotes and backslashes inside stay. */
function unquoted(value: string): string {
  return /^(["'])(?:(?!\1$)[\s\S])*\1$/.test(value) ? value.slice(1, -1) : value
}

function escaped(word: string): string {
  return word.replace(/[|]/g, '\\|')
}
