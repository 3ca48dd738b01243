import { conditionNode } from '@millwright/contract/filter/condition'
import type { FilterNode, FilterValue } from '@millwright/contract/filter/node'
import { Problem } from '@millwright/contract/problem'
import type { AccessFilter } from '@millwright/contract/records/role'
import { type Lookups, missingLookups, substituteLookups } from '../platform/lookup-substitution.ts'
import type { RowCondition, TablePolicy } from '../records/permitted-table.ts'
import type { AccessRequest, ApiRequest } from '../request/api-request.ts'
import type { Caller } from '../request/caller.ts'
import { decide } from './decide.ts'
import { accessProblem } from './refusal.ts'
import { type HeldFilter, type RowFilter, rowFilters } from './row-filter.ts'

interface LookupParts {
  readonly lookups: { of(caller: Caller, address: string, only: 'trusted'): Promise<Lookups> }
  readonly config: { readonly publicUrl: string | null }
}

type Call = AccessRequest & Pick<ApiRequest, 'origin'>

/**
 * The caller's rights in the tables of the requested service: the decision of the role, and the row filters of the role and of
 * the authors of the code that makes the request, with lookup keys replaced (docs/wire/access.md): predefined ones, and those that full
 * administrators wrote, as others could choose the rows that they see. A key without such a value denies access.
 */
export function tablePolicy(parts: LookupParts, { caller, service, requestor, origin }: Call): TablePolicy {
  return {
    permit(verb, resource) {
      const call = { verb, service, resource, requestor, caller }
      if (!decide(call, []).allowed) throw accessProblem(call)
      const [first, ...more] = rowFilters(caller, call)
      if (first === undefined) return null
      return more.length === 0 ? conditionOf(parts, origin, first) : joined(parts, origin, [first, ...more])
    },
  }
}

async function joined(parts: LookupParts, origin: string, filters: readonly HeldFilter[]): Promise<RowCondition> {
  const conditions = await Promise.all(filters.map((filter) => conditionOf(parts, origin, filter)))
  return withKey({ kind: 'and', operands: conditions.map(({ node }) => node) })
}

function conditionOf(parts: LookupParts, origin: string, filter: HeldFilter): RowCondition | Promise<RowCondition> {
  const written = writtenCondition(filter)
  if (!written.hasLookups) return written
  const lookups = parts.lookups.of(filter.holder, parts.config.publicUrl ?? origin, 'trusted')
  return lookups.then((found) => withKey(withValues(written.node, found)))
}

interface WrittenCondition extends RowCondition {
  readonly hasLookups: boolean
}

const written = new WeakMap<readonly AccessFilter[], WrittenCondition>()

function writtenCondition({ also = [], ...filter }: RowFilter): WrittenCondition {
  if (also.length === 0) return writtenAlone(filter)
  const all = [filter, ...also].map(writtenAlone)
  const union = withKey({ kind: 'or', operands: all.map(({ node }) => node) })
  return { ...union, hasLookups: all.some(({ hasLookups }) => hasLookups) }
}

function writtenAlone({ filters, op }: RowFilter): WrittenCondition {
  const known = written.get(filters)
  if (known !== undefined) return known
  const operands = filters.map(nodeOf)
  const [only] = operands
  const node: FilterNode =
    operands.length === 1 && only !== undefined ? only : { kind: op === 'OR' ? 'or' : 'and', operands }
  const result = { ...withKey(node), hasLookups: filters.some(({ value }) => String(value ?? '').includes('{')) }
  written.set(filters, result)
  return result
}

function nodeOf({ name, operator, value }: AccessFilter): FilterNode {
  const parts = { field: name, operator: String(operator), value: String(value ?? '') }
  const sentence = `The role has a row filter on '${name}' that is invalid, so access is denied.`
  return conditionNode(parts, () => new Problem(403, sentence))
}

const withKey = (node: FilterNode): RowCondition => ({ node, key: JSON.stringify(node) })

function filled(text: string, lookups: Lookups): string {
  const [missing] = missingLookups(text, lookups)
  if (missing === undefined) return substituteLookups(text, lookups)
  throw new Problem(
    403,
    `The role has a row filter with the lookup key '${missing}', which no full administrator has set, so access is denied.`,
  )
}

/** Lookup keys are replaced in values only, so that no value can become a condition. */
function withValues(node: FilterNode, lookups: Lookups): FilterNode {
  const inValue = (value: FilterValue): FilterValue =>
    value.kind === 'text' ? { kind: 'text', text: filled(value.text, lookups) } : value
  switch (node.kind) {
    case 'and':
    case 'or':
      return { kind: node.kind, operands: node.operands.map((operand) => withValues(operand, lookups)) }
    case 'not':
      return { kind: 'not', operand: withValues(node.operand, lookups) }
    case 'in':
      return { ...node, values: node.values.map(inValue) }
    case 'compare':
      return { ...node, value: inValue(node.value) }
    case 'null':
      return node
  }
}
