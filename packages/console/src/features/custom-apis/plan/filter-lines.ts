import { type FilterNode, type InNode, operatorNamed } from '@millwright/contract/filter/node'
import { parseFilter } from '@millwright/contract/filter/parse'
import { printFilter } from '@millwright/contract/filter/print'
import { type FilterOperator, filterOperators } from '@millwright/contract/records/role'
import type { TypedCondition } from '../../../widgets/access/condition/condition-fields.tsx'
import type { Conditions } from '../../../widgets/access/condition/condition-lines.tsx'
import { hasValue } from '../../../widgets/access/condition/has-value.ts'

/** Reads a filter as a list of conditions; `null` if it is something else, which is edited as text. */
export function readFilterLines(filter: string): Conditions | null {
  if (filter.trim() === '') return { join: 'and', lines: [] }
  const node = parsed(filter)
  if (node === null) return null
  const isGroup = node.kind === 'and' || node.kind === 'or'
  const lines = (isGroup ? node.operands : [node]).map(lineOf)
  const complete = lines.filter((line) => line !== null)
  return complete.length === lines.length ? { join: isGroup ? node.kind : 'and', lines: complete } : null
}

/** Prints conditions as a filter; those without a field are left out. */
export function printFilterLines({ join, lines }: Conditions): string {
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

function lineOf(node: FilterNode): TypedCondition | null {
  switch (node.kind) {
    case 'compare': {
      const operator = known(node.operator)
      const isShown = operator !== undefined && node.value.kind === 'text'
      return isShown ? { field: node.field, operator, value: node.value.text } : null
    }
    case 'null':
      return makeCondition(node.field, known('is', 'null'), '')
    case 'in':
      return listLine(node, known('in'))
    case 'not':
      if (node.operand.kind === 'null') return makeCondition(node.operand.field, known('is', 'not', 'null'), '')
      return node.operand.kind === 'in' ? listLine(node.operand, known('not', 'in')) : null
    default:
      return null
  }
}

function known(...words: readonly string[]): FilterOperator | undefined {
  return filterOperators.find((operator) => operator === words.join(' '))
}

function makeCondition(field: string, operator: FilterOperator | undefined, value: string): TypedCondition | null {
  return operator === undefined ? null : { field, operator, value }
}

function listLine({ field, values }: InNode, operator: FilterOperator | undefined): TypedCondition | null {
  const texts = values.flatMap((value) => (value.kind === 'text' && !value.text.includes(',') ? [value.text] : []))
  return texts.length === values.length ? makeCondition(field, operator, texts.join(', ')) : null
}

function nodeOf({ field, operator, value }: TypedCondition): FilterNode {
  const name = field.trim()
  const node = positiveNode(name, operator, value)
  return /\bnot\b/.test(operator) ? { kind: 'not', operand: node } : node
}

function positiveNode(field: string, operator: string, value: string): FilterNode {
  if (!hasValue(operator)) return { kind: 'null', field }
  const compared = operatorNamed(operator)
  if (compared !== undefined)
    return { kind: 'compare', field, operator: compared, value: { kind: 'text', text: value } }
  return { kind: 'in', field, values: value.split(',').map((text) => ({ kind: 'text', text: text.trim() })) }
}
