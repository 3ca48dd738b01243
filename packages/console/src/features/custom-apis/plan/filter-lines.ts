import { type FilterNode, type InNode, operatorNamed } from '@millwright/contract/filter/node'
import { parseFilter } from '@millwright/contract/filter/parse'
import { printFilter } from '@millwright/contract/filter/print'
import { type FilterOperator, filterOperators } from '@millwright/contract/records/role'
import { hasValue } from '../../../widgets/access/condition/has-value.ts'

/** The operators of conditions, as in roles. */
const lineOperators = filterOperators
type LineOperator = FilterOperator

/** A condition; `value` is a text, a number or a placeholder, of `in` a list with commas. */
export interface FilterLine {
  readonly field: string
  readonly operator: LineOperator
  readonly value: string
}

/** Conditions that all apply, or of which one does. */
export interface FilterLines {
  readonly join: 'and' | 'or'
  readonly lines: readonly FilterLine[]
}

export function isLineOperator(operator: string | undefined): operator is LineOperator {
  return lineOperators.some((one) => one === operator)
}

/** Reads a filter as a list of conditions; `null` if it is something else, which is edited as text. */
export function readFilterLines(filter: string): FilterLines | null {
  if (filter.trim() === '') return { join: 'and', lines: [] }
  const node = parsed(filter)
  if (node === null) return null
  const isGroup = node.kind === 'and' || node.kind === 'or'
  const lines = (isGroup ? node.operands : [node]).map(lineOf)
  const complete = lines.filter((line) => line !== null)
  return complete.length === lines.length ? { join: isGroup ? node.kind : 'and', lines: complete } : null
}

/** Prints conditions as a filter; those without a field are left out. */
export function printFilterLines({ join, lines }: FilterLines): string {
  const nodes = lines.filter(({ field }) => field.trim() !== '').map(nodeOf)
  const [only] = nodes
  if (only === undefined) return ''
  return printFilter(nodes.length === 1 ? only : { kind: join, operands: nodes })
}

function parsed(filter: string): FilterNode | null {
  try {
    return parseFilter(filter)
  } catch {
    return null
  }
}

function lineOf(node: FilterNode): FilterLine | null {
  switch (node.kind) {
    case 'compare': {
      const operator = known(node.operator)
      const isShown = operator !== undefined && node.value.kind === 'text'
      return isShown ? { field: node.field, operator, value: node.value.text } : null
    }
    case 'null':
      return made(node.field, known('is', 'null'), '')
    case 'in':
      return listLine(node, known('in'))
    case 'not':
      if (node.operand.kind === 'null') return made(node.operand.field, known('is', 'not', 'null'), '')
      return node.operand.kind === 'in' ? listLine(node.operand, known('not', 'in')) : null
    default:
      return null
  }
}

function known(...words: readonly string[]): LineOperator | undefined {
  return lineOperators.find((operator) => operator === words.join(' '))
}

function made(field: string, operator: LineOperator | undefined, value: string): FilterLine | null {
  return operator === undefined ? null : { field, operator, value }
}

function listLine({ field, values }: InNode, operator: LineOperator | undefined): FilterLine | null {
  const texts = values.flatMap((value) => (value.kind === 'text' && !value.text.includes(',') ? [value.text] : []))
  return texts.length === values.length ? made(field, operator, texts.join(', ')) : null
}

function nodeOf({ field, operator, value }: FilterLine): FilterNode {
  const name = field.trim()
  const node = positiveNode(name, operator, value)
  return /\bnot\b/.test(operator) ? { kind: 'not', operand: node } : node
}

function positiveNode(field: string, operator: LineOperator, value: string): FilterNode {
  if (!hasValue(operator)) return { kind: 'null', field }
  const compared = operatorNamed(operator)
  if (compared !== undefined)
    return { kind: 'compare', field, operator: compared, value: { kind: 'text', text: value } }
  return { kind: 'in', field, values: value.split(',').map((text) => ({ kind: 'text', text: text.trim() })) }
}
