import type { Problem } from '../problem.ts'
import { type FilterNode, operatorNamed } from './node.ts'
import { filterLimits } from './parse.ts'
import { Scanner } from './scanner.ts'
import { readList, readQuoted } from './values.ts'

/** A condition in three parts, as roles keep theirs. */
export interface ConditionParts {
  readonly field: string
  /** In any case; `not` may stand before it. */
  readonly operator: string
  /** One value, whatever characters it has, quotes around it or not; for `in` a list as filters have it. */
  readonly value: string
}

/**
 * Makes a node of a condition's parts: the value never becomes more than a value. Throws what `refuse` makes of the reason when
 * there is no such operator or the list cannot be read (docs/wire/access.md).
 */
export function conditionNode(
  { field, operator, value }: ConditionParts,
  refuse: (reason: string) => Problem,
): FilterNode {
  const [, negation, words = ''] = /^(not\b\s*)?([\s\S]*)$/.exec(operator.trim().toLowerCase()) ?? []
  if (field === '') throw refuse('A condition names no field.')
  const node = plainNode(field, words.replace(/\s+/g, ' '), value.trim(), refuse)
  return negation === undefined ? node : { kind: 'not', operand: node }
}

function plainNode(field: string, word: string, value: string, refuse: (reason: string) => Problem): FilterNode {
  switch (word) {
    case 'is null':
      return { kind: 'null', field }
    case 'is not null':
      return { kind: 'not', operand: { kind: 'null', field } }
    case 'in':
      return { kind: 'in', field, values: listOf(value, refuse) }
  }
  const operator = operatorNamed(word)
  if (operator === undefined) throw refuse(`"${word}" is not an operator.`)
  return { kind: 'compare', field, operator, value: { kind: 'text', text: withoutQuotes(value) } }
}

function listOf(value: string, refuse: (reason: string) => Problem) {
  if (value.length > filterLimits.length) throw refuse(`The list is longer than ${filterLimits.length} characters.`)
  const scanner = new Scanner(value.startsWith('(') ? value : `(${value})`, refuse)
  let count = 0
  const values = readList(scanner, () => {
    count += 1
    if (count > filterLimits.values) scanner.fail(`it contains more than ${filterLimits.values} values.`)
  })
  scanner.skipBlanks()
  if (!scanner.done) scanner.fail(scanner.expected('the end'))
  return values
}

/** A value that is one text in quotes means that text. */
function withoutQuotes(value: string): string {
  return /^(?:"(?:[^"\\]|\\[\s\S]|"")*"|'(?:[^'\\]|\\[\s\S]|'')*')$/.test(value)
    ? readQuoted(new Scanner(value))
    : value
}
