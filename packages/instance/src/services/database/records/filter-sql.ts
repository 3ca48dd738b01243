import type { CompareNode, FilterNode, FilterValue } from '@millwright/contract/filter/node'
import { Problem } from '@millwright/contract/problem'
import { type Lookups, substituteLookups } from '../../../access/lookup-substitution.ts'
import type { Engine } from '../../../engines/engine.ts'
import type { BoundValue } from '../../../engines/statement.ts'
import type { DescribedField, DescribedTable } from '../described-table.ts'
import { valueFamily } from '../values/value-family.ts'
import { filterExpression } from './expressions.ts'
import { comparedValue, patternOf } from './filter-value.ts'
import { spellingOf } from './spelling.ts'
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

/** Adds what a filter means on the table's columns; what it cannot mean is a 400 that says why (docs/wire/filters.md). */
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
      const values = node.values.map((value) => comparedValue(scope.engine.name, field, textOf(value, scope)))
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
  const { among, operand } = spellingOf(engine.name)
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
  const text = textOf(node.value, scope)
  switch (node.operator) {
    case '=':
    case '!=':
    case '>':
    case '>=':
    case '<':
    case '<=': {
      const value = into.bind(comparedValue(engine.name, field, text))
      const operand = spellingOf(engine.name).operand(value, valueFamily(field))
      into.add(`${comparable(engine, field)} ${node.operator === '!=' ? '<>' : node.operator} ${operand}`)
      return
    }
    default: {
      const pattern = into.bind(patternOf(engine.name, node.operator, text))
      into.add(engine.dialect.like(asText(engine, field), pattern))
    }
  }
}

/** JSON, lists and what no engine compares are compared by their texts. */
function comparable(engine: Engine, field: DescribedField): string {
  const expression = filterExpression(engine, field)
  const family = valueFamily(field)
  const compares = engine.name !== 'pgsql' || (family !== 'json' && family !== 'array')
  return compares ? expression : spellingOf(engine.name).asText(expression)
}

function asText(engine: Engine, field: DescribedField): string {
  const expression = filterExpression(engine, field)
  const { asText: cast, isText } = spellingOf(engine.name)
  const plain = valueFamily(field) === 'text' && isText(field.dbType ?? 'text')
  return plain ? expression : cast(expression)
}

function fieldOf(name: string, { table, byRole }: FilterScope): DescribedField {
  const field = table.fieldByName.get(name.toLowerCase())
  if (field === undefined) {
    throw new Problem(400, `The filter names a field '${name}' that '${table.apiName}' does not have.`)
  }
  if (field.isAggregate)
    throw new Problem(400, `The field '${name}' is computed over many rows and cannot be filtered.`)
  if (byRole !== true || field.dbFunctions.every(({ approved }) => approved)) return field
  // Whoever may describe the table could else have all rows pass.
  return { ...field, dbFunctions: field.dbFunctions.filter(({ approved }) => approved) }
}

/** Lookups are put into values alone, so that no value can become a condition. */
function textOf(value: FilterValue, scope: FilterScope): string {
  const text = writtenText(value, scope)
  if (text.includes('\0')) throw new Problem(400, 'The filter holds a NUL character.')
  return text
}

function writtenText(value: FilterValue, { params, lookups }: FilterScope): string {
  if (value.kind === 'text') return substituteLookups(value.text, lookups)
  const given = Object.hasOwn(params, value.name) ? params[value.name] : undefined
  if (given === undefined) throw new Problem(400, `The filter uses ':${value.name}', but no such parameter was sent.`)
  return substituteLookups(given, lookups)
}
