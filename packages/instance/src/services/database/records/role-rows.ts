import type { FilterNode, FilterValue } from '@millwright/contract/filter/node'
import { parseFilter } from '@millwright/contract/filter/parse'
import { quoteText } from '@millwright/contract/filter/print'
import { Problem } from '@millwright/contract/problem'
import type { AccessFilter } from '@millwright/contract/records/role'
import { type Lookups, substituteLookups } from '../../../access/lookup-substitution.ts'
import { type HeldFilter, type RowFilter, rowFilters } from '../../../access/row-filter.ts'
import type { Soon } from '../../../engines/statement.ts'
import type { Parts } from '../../../gateway/parts.ts'
import type { ApiRequest, Applicant } from '../../../request/api-request.ts'
import type { Caller } from '../../../request/caller.ts'

/** The rows that a role lets a call see and change; lookup keys are replaced already. */
export interface RoleRows {
  readonly node: FilterNode
  /** The same text for the same rows. */
  readonly key: string
}

/** What the caller's role says about the rows of a call such as GET `_table/contact`; null: all of them. */
export function roleRows(
  parts: Pick<Parts, 'lookups' | 'config'>,
  request: Applicant & Pick<ApiRequest, 'origin'>,
): Soon<RoleRows | null> {
  const found = rowFilters(request.caller, request)
  const [first, ...more] = found
  if (first === undefined) return null
  return more.length === 0 ? rowsOf(parts, request, first) : together(parts, request, found)
}

/** What a script or a task may see by its author's conditions too. */
async function together(
  parts: Pick<Parts, 'lookups' | 'config'>,
  request: Pick<ApiRequest, 'origin'>,
  filters: readonly HeldFilter[],
): Promise<RoleRows> {
  const rows = await Promise.all(filters.map((filter) => rowsOf(parts, request, filter)))
  const node: FilterNode = { kind: 'and', operands: rows.map((each) => each.node) }
  return { node, key: JSON.stringify(node) }
}

function rowsOf(
  parts: Pick<Parts, 'lookups' | 'config'>,
  request: Pick<ApiRequest, 'origin'>,
  filter: HeldFilter,
): Soon<RoleRows> {
  const rows = readRoleFilter(filter)
  return rows.hasLookups ? withLookups(parts, request, rows, filter.holder) : rows
}

async function withLookups(
  parts: Pick<Parts, 'lookups' | 'config'>,
  request: Pick<ApiRequest, 'origin'>,
  rows: RoleRows,
  holder: Caller,
): Promise<RoleRows> {
  const lookups = await parts.lookups.of(holder, parts.config.publicUrl ?? request.origin)
  const node = replaced(rows.node, lookups)
  return { node, key: JSON.stringify(node) }
}

interface ReadRows extends RoleRows {
  readonly hasLookups: boolean
}

const read = new WeakMap<readonly AccessFilter[], ReadRows>()

function readRoleFilter({ filters, op }: RowFilter): ReadRows {
  const known = read.get(filters)
  if (known !== undefined) return known
  const operands = filters.map(readOne)
  const [only] = operands
  const node: FilterNode =
    operands.length === 1 && only !== undefined ? only : { kind: op === 'OR' ? 'or' : 'and', operands }
  const key = JSON.stringify(node)
  const made = { node, key, hasLookups: key.includes('{') && filters.some(({ value }) => value?.includes('{')) }
  read.set(filters, made)
  return made
}

/** The value is one text, whatever it holds; lists are written as in filters of clients. */
function readOne({ name, operator, value }: AccessFilter): FilterNode {
  const word = String(operator).trim()
  const text = String(value ?? '').trim()
  try {
    return parseFilter(`${quoteText(name)} ${word} ${operandOf(word.toLowerCase(), text)}`)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw new Problem(403, `The role has a condition on '${name}' that cannot be read, so nothing is allowed here.`)
  }
}

function operandOf(word: string, text: string): string {
  if (/\bnull$/.test(word)) return ''
  if (/\bin$/.test(word)) return text.startsWith('(') ? text : `(${text})`
  return /^(?:"(?:[^"\\]|\\[\s\S]|"")*"|'(?:[^'\\]|\\[\s\S]|'')*')$/.test(text) ? text : quoteText(text)
}

function replaced(node: FilterNode, lookups: Lookups): FilterNode {
  const inValue = (value: FilterValue): FilterValue =>
    value.kind === 'text' ? { kind: 'text', text: substituteLookups(value.text, lookups) } : value
  switch (node.kind) {
    case 'and':
    case 'or':
      return { kind: node.kind, operands: node.operands.map((operand) => replaced(operand, lookups)) }
    case 'not':
      return { kind: 'not', operand: replaced(node.operand, lookups) }
    case 'in':
      return { ...node, values: node.values.map(inValue) }
    case 'compare':
      return { ...node, value: inValue(node.value) }
    case 'null':
      return node
  }
}
