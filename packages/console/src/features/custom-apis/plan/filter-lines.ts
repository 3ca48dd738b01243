import type { FilterNode, InNode } from '@millwright/contract/filter/node'
import { parseFilter } from '@millwright/contract/filter/parse'
import { printFilter } from '@millwright/contract/filter/print'

export const lineOperators = [
  '=',
  '!=',
  '>',
  '>=',
  '<',
  '<=',
  'contains',
  'starts with',
  'ends with',
  'like',
  'in',
  'is null',
  'is not null',
] as const
export type LineOperator = (typeof lineOperators)[number]

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

export function hasLineValue(operator: LineOperator): boolean {
  return !operator.startsWith('is ')
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
    case 'compare':
      return node.value.kind === 'param' ? null : { field: node.field, operator: node.operator, value: node.value.text }
    case 'null':
      return { field: node.field, operator: 'is null', value: '' }
    case 'in':
      return listLine(node)
    case 'not':
      return node.operand.kind === 'null' ? { field: node.operand.field, operator: 'is not null', value: '' } : null
    default:
      return null
  }
}

function listLine({ field, values }: InNode): FilterLine | null {
  const texts = values.flatMap((value) => (value.kind === 'text' && !value.text.includes(',') ? [value.text] : []))
  return texts.length === values.length ? { field, operator: 'in', value: texts.join(', ') } : null
}

function nodeOf({ field, operator, value }: FilterLine): FilterNode {
  const name = field.trim()
  switch (operator) {
    case 'is null':
      return { kind: 'null', field: name }
    case 'is not null':
      return { kind: 'not', operand: { kind: 'null', field: name } }
    case 'in':
      return { kind: 'in', field: name, values: value.split(',').map((text) => ({ kind: 'text', text: text.trim() })) }
    default:
      return { kind: 'compare', field: name, operator, value: { kind: 'text', text: value } }
  }
}
