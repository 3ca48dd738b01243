import type { CompareNode, FilterNode, FilterValue } from '@millwright/contract/filter/node'
import { Problem } from '@millwright/contract/problem'
import type { Engine } from '../../engines/engine.ts'
import type { BoundValue } from '../../engines/statement.ts'
import { valueFamily } from '../../engines/values/value-family.ts'
import { type Lookups, substituteLookups } from '../../platform/lookup-substitution.ts'
import type { DescribedField, DescribedTable } from '../described-table.ts'
import { filterExpression, isFilterable, unfilterable } from './expressions.ts'
import { comparedValue, longestPattern, patternOf } from './filter-value.ts'
import type { SqlText } from './sql-text.ts'

/** What a filter is about, and what its values may name. */
export interface FilterScope {
  readonly engine: Engine
  readonly table: DescribedTable
  /** Values that came beside the filter, by name. */
  readonly params: Readonly<Record<string, string>>
  readonly lookups: Lookups
  /** A role's own filter, whose fields only full administrators can have computed; absent: a client's. */
  readonly byRole?: boolean
}

/**
 * Adds what a filter means on the table's columns; what it cannot mean is a 400 that says why, and of a role's filter a 403, as the
 * caller did not write it (docs/wire/filters.md, docs/wire/access.md).
 */
export function addFilter(into: SqlText, node: FilterNode, scope: FilterScope): void {
  switch (node.kind) {
    case 'and':
    case 'or':
      into.add('(')
      for (const [position, operand] of node.operands.entries()) {
        if (position > 0) into.add(node.kind === 'and' ? ' AND ' : ' OR ')
        addFilter(into, operand, scope)
      }
      into.add(')')
      return
    case 'not':
      into.add('NOT (')
      addFilter(into, node.operand, scope)
      into.add(')')
      return
    case 'null':
      into.add(`${filterExpression(scope.engine, fieldOf(node.field, scope))} IS NULL`)
      return
    case 'in': {
      const field = fieldOf(node.field, scope)
      const values = node.values.map((value) => valueIn(value, field, scope))
      addAmong(into, scope.engine, field, values)
      return
    }
    case 'compare':
      addComparison(into, node, scope)
  }
}

/** Adds the condition that a field has one of these values, of which there may be thousands; none: it holds for no row. */
export function addAmong(into: SqlText, engine: Engine, field: DescribedField, values: readonly BoundValue[]): void {
  const family = valueFamily(field)
  const { among, operand } = engine.dialect
  const expression = comparable(engine, field)
  if (values.length === 0) into.add('1 = 0')
  else if (values.length === 1) into.add(`${expression} = ${operand(into.bind(values[0] ?? null), family)}`)
  else if (among?.families.has(family)) into.add(among.sql(expression, into.bind(among.list(values)), family))
  else
    into.add(
      `${expression} IN (${padded(values)
        .map((value) => operand(into.bind(value), family))
        .join(', ')})`,
    )
}

/** The last value again, up to a power of two: lists of many lengths then share few statements. */
function padded(values: readonly BoundValue[]): BoundValue[] {
  const length = 2 ** Math.ceil(Math.log2(values.length))
  const last = values.at(-1) ?? null
  return [...values, ...new Array<BoundValue>(length - values.length).fill(last)]
}

function addComparison(into: SqlText, node: CompareNode, scope: FilterScope): void {
  const { engine } = scope
  const field = fieldOf(node.field, scope)
  switch (node.operator) {
    case '=':
    case '!=':
    case '>':
    case '>=':
    case '<':
    case '<=': {
      const value = into.bind(valueIn(node.value, field, scope))
      const operand = engine.dialect.operand(value, valueFamily(field))
      into.add(`${comparable(engine, field)} ${node.operator === '!=' ? '<>' : node.operator} ${operand}`)
      return
    }
    default: {
      const text = textOf(node.value, scope)
      if (text.length > longestPattern) {
        throw refused(scope, `A text to search for is longer than ${longestPattern} characters.`)
      }
      const pattern = into.bind(patternOf(engine.dialect, node.operator, text))
      into.add(engine.dialect.like(asText(engine, field), pattern))
    }
  }
}

/** JSON, lists and what no engine compares are compared by their texts. */
function comparable(engine: Engine, field: DescribedField): string {
  const expression = filterExpression(engine, field)
  const family = valueFamily(field)
  const { incomparable, asText: cast } = engine.dialect
  return incomparable.has(family) ? cast(expression) : expression
}

function asText(engine: Engine, field: DescribedField): string {
  const expression = filterExpression(engine, field)
  const { asText: cast, isText } = engine.dialect
  const plain = valueFamily(field) === 'text' && isText(field.dbType ?? 'text')
  return plain ? expression : cast(expression)
}

function fieldOf(name: string, scope: FilterScope): DescribedField {
  const { table, byRole } = scope
  const named = table.fieldByName.get(name.toLowerCase())
  if (named === undefined) {
    throw refused(scope, `The filter names a field '${name}' that '${table.apiName}' does not have.`)
  }
  if (named.isAggregate) {
    throw refused(scope, `The field '${name}' is computed over many rows and cannot be filtered.`)
  }
  const field = byRole === true ? withoutUnapproved(named) : named
  if (!isFilterable(field)) throw refused(scope, unfilterable(field))
  return field
}

/** Whoever may describe the table could else have all rows pass. */
function withoutUnapproved(field: DescribedField): DescribedField {
  if (field.dbFunctions.every(({ approved }) => approved)) return field
  return { ...field, dbFunctions: field.dbFunctions.filter(({ approved }) => approved) }
}

function valueIn(value: FilterValue, field: DescribedField, scope: FilterScope): BoundValue {
  const found = comparedValue(scope.engine.values, field, textOf(value, scope))
  if (found instanceof Problem) throw scope.byRole === true ? misfitOfRole(scope) : found
  return found
}

function refused(scope: FilterScope, sentence: string): Problem {
  return scope.byRole === true ? misfitOfRole(scope) : new Problem(400, sentence)
}

function misfitOfRole({ table }: FilterScope): Problem {
  const sentence = `The role has a condition that '${table.apiName}' does not fit, so nothing is allowed here.`
  return new Problem(403, sentence)
}

/** Lookups are put into values alone, so that no value can become a condition. */
function textOf(value: FilterValue, scope: FilterScope): string {
  const text = writtenText(value, scope)
  if (text.includes('\0')) throw refused(scope, 'The filter holds a NUL character.')
  return text
}

function writtenText(value: FilterValue, scope: FilterScope): string {
  const { params, lookups } = scope
  if (value.kind === 'text') return substituteLookups(value.text, lookups)
  const given = Object.hasOwn(params, value.name) ? params[value.name] : undefined
  if (given === undefined) throw refused(scope, `The filter uses ':${value.name}', but no such parameter was sent.`)
  return substituteLookups(given, lookups)
}
