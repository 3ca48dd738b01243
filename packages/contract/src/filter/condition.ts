import type { Problem } from '../problem.ts'
import { type FilterNode, operatorNamed } from './node.ts'
import { filterLimits } from './parse.ts'
import { readList, readQuoted, Scanner } from './scanner.ts'

/** A condition in three parts, as stored in roles. */
export interface ConditionParts {
  readonly field: string
  /** Case-insensitive; may begin with `not`. */
  readonly operator: string
  /** One value with any characters, optionally in quotes; for `in` a list in filter syntax. */
  readonly value: string
}

/**
 * Converts a condition to a filter node. The value is never interpreted as anything else. Throws the result of `refuse(reason)`
 * if the operator is unknown or the list cannot be parsed (docs/wire/access.md).
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

/** Strips the quotes if the whole value is one quoted text. */
function withoutQuotes(value: string): string {
  return /^(?:"(?:[^"\\]|\\[\s\S]|"")*"|'(?:[^'\\]|\\[\s\S]|'')*')$/.test(value)
    ? readQuoted(new Scanner(value))
    : value
}

/** The condition that fields have these values. */
export function equalNode(values: Readonly<Record<string, string | number>>): FilterNode {
  const operands = Object.entries(values).map(
    ([field, value]): FilterNode => ({
      kind: 'compare',
      field,
      operator: '=',
      value: { kind: 'text', text: String(value) },
    }),
  )
  const [only] = operands
  return only !== undefined && operands.length === 1 ? only : { kind: 'and', operands }
}
