import type { DocumentFilter } from '@millwright/connector/documents/document-database'
import { likeExpression } from '@millwright/connector/documents/match-document'
import type { CompareOperator, FilterNode, FilterValue } from '@millwright/contract/filter/node'
import { parseFilter } from '@millwright/contract/filter/parse'
import { Problem } from '@millwright/contract/problem'
import { type Lookups, substituteLookups } from '../../../platform/lookup-substitution.ts'

interface FilterScope {
  /** Parameter values sent alongside the filter, by name. */
  readonly params: Readonly<Record<string, string>>
  readonly lookups: Lookups
}

export const readFilter = (text: string, scope: FilterScope): DocumentFilter => documentFilter(parseFilter(text), scope)

/** Converts a parsed filter (docs/wire/filters.md) into a document filter. Throws a 400 for names that cannot be fields. */
export function documentFilter(node: FilterNode, scope: FilterScope, negated = false): DocumentFilter {
  switch (node.kind) {
    case 'not':
      return documentFilter(node.operand, scope, !negated)
    case 'and':
    case 'or': {
      const kind = (node.kind === 'and') === negated ? 'or' : 'and'
      return { kind, operands: node.operands.map((operand) => documentFilter(operand, scope, negated)) }
    }
    case 'null':
      return { kind: 'null', negated, field: fieldName(node.field) }
    case 'in':
      return {
        kind: 'in',
        negated,
        field: fieldName(node.field),
        texts: node.values.map((value) => textOf(value, scope)),
      }
    case 'compare': {
      const [operator, isNegated] = plainOperator(node.operator, negated)
      const text = textOf(node.value, scope)
      // Rejects patterns that would take too long, whichever database runs them.
      if (/^[a-z]/.test(operator)) likeExpression(operator, text)
      return { kind: 'compare', negated: isNegated, field: fieldName(node.field), operator, text }
    }
  }
}

const opposite: Partial<Record<CompareOperator, CompareOperator>> = { '>': '<=', '>=': '<', '<': '>=', '<=': '>' }

function plainOperator(operator: CompareOperator, negated: boolean): [CompareOperator, boolean] {
  if (operator === '!=') return ['=', !negated]
  const other = negated ? opposite[operator] : undefined
  return other === undefined ? [operator, negated] : [other, false]
}

const longestName = 500

/** Returns `name` if every database reads it as a plain field, not as an operator or a variable. Otherwise throws a 400. */
export function fieldName(name: string): string {
  const parts = name.split('.')
  if (name.length <= longestName && !name.includes('\0') && parts.every((part) => part !== '' && !part.startsWith('$')))
    return name
  throw new Problem(400, `'${name.slice(0, 100)}' cannot be the name of a field.`)
}

function textOf(value: FilterValue, { params, lookups }: FilterScope): string {
  if (value.kind === 'text') return substituteLookups(value.text, lookups)
  const given = Object.hasOwn(params, value.name) ? params[value.name] : undefined
  if (given === undefined) throw new Problem(400, `The filter uses ':${value.name}', but no such parameter was sent.`)
  return substituteLookups(given, lookups)
}
