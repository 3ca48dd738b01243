import type { CompareNode, FilterNode, FilterValue } from '@millwright/contract/filter/node'
import { Problem } from '@millwright/contract/problem'
import type { Dialect } from '../engines/engine.ts'
import type { BoundValue } from '../engines/statement.ts'
import type { ValueFamily } from '../engines/values/value-family.ts'
import { type Lookups, substituteLookups } from '../platform/lookup-substitution.ts'
import type { SqlText } from './sql-text.ts'

/** What filters may name in a table, and how that is compared. */
export interface FilterModel {
  readonly dialect: FilterDialect
  /** The refusal for a name that cannot be filtered. */
  field(name: string): FilterField | Problem
  /** A name that stands for a condition instead of a value; absent: there are none. */
  flag?(name: string): FilterFlag | undefined
}

/** The part of an engine's dialect that conditions are written in. `like` may ignore case. */
export type FilterDialect = Pick<Dialect, 'asText' | 'incomparable' | 'operand' | 'among' | 'wildcards' | 'like'>

export interface FilterField extends ComparedField {
  /** The text of a filter as a value to compare with; for one of another kind the refusal. */
  read(text: string): BoundValue | Problem
}

/** A field as conditions have it. */
export interface ComparedField {
  /** The column, or the SQL that computes the value. */
  readonly expression: string
  readonly family: ValueFamily
  /** Whether LIKE takes the expression as it is. */
  readonly isText: boolean
}

/** A condition that holds or does not, and is asked for with `=` and `!=` alone. */
export interface FilterFlag {
  /** With one `?` for the value where the value says which rows are meant. */
  readonly sql: string
  /** True and false as 1 and 0 where the condition has no `?`; for a value of another kind the refusal. */
  read(text: string): BoundValue | Problem
}

/** What a filter is about, and what its values may name. */
export interface FilterScope {
  readonly model: FilterModel
  /** Values that came beside the filter, by name. */
  readonly params: Readonly<Record<string, string>>
  readonly lookups: Lookups
  /** Makes of a refusal what the caller gets, where the filter is not the caller's own; absent: it stays as it is. */
  readonly refusal?: (problem: Problem) => Problem
}

/** Adds what a filter means on the columns of a table; what it cannot mean is refused with a reason (docs/wire/filters.md). */
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
      into.add(`${accepted(scope.model.field(node.field), scope).expression} IS NULL`)
      return
    case 'in': {
      const field = accepted(scope.model.field(node.field), scope)
      const values = node.values.map((value) => accepted(field.read(textOf(value, scope)), scope))
      addAmong(into, scope.model.dialect, field, values)
      return
    }
    case 'compare': {
      const flag = scope.model.flag?.(node.field)
      if (flag === undefined) addComparison(into, node, scope)
      else addFlag(into, flag, node, scope)
    }
  }
}

/** Adds the condition that a field has one of these values, of which there may be thousands; none: it holds for no row. */
export function addAmong(
  into: SqlText,
  dialect: FilterDialect,
  field: ComparedField,
  values: readonly BoundValue[],
): void {
  const { family } = field
  const { among, operand } = dialect
  const expression = comparable(dialect, field)
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
  const { dialect } = scope.model
  const field = accepted(scope.model.field(node.field), scope)
  const text = textOf(node.value, scope)
  switch (node.operator) {
    case '=':
    case '!=':
    case '>':
    case '>=':
    case '<':
    case '<=': {
      const value = into.bind(accepted(field.read(text), scope))
      const operator = node.operator === '!=' ? '<>' : node.operator
      into.add(`${comparable(dialect, field)} ${operator} ${dialect.operand(value, field.family)}`)
      return
    }
    default: {
      if (text.length > longestPattern) {
        throw refused(`A text to search for is longer than ${longestPattern} characters.`, scope)
      }
      const expression = field.isText ? field.expression : dialect.asText(field.expression)
      into.add(dialect.like(expression, into.bind(patternOf(dialect, node.operator, text))))
    }
  }
}

function addFlag(
  into: SqlText,
  { sql, read }: FilterFlag,
  { field, operator, value }: CompareNode,
  scope: FilterScope,
) {
  if (operator !== '=' && operator !== '!=') {
    throw refused(`The field '${field}' can only be compared with '='.`, scope)
  }
  const found = accepted(read(textOf(value, scope)), scope)
  const names = sql.includes('?')
  const condition = names ? sql.replace('?', () => into.bind(found)) : sql
  const holds = (operator === '=') === (names || found === 1)
  into.add(holds ? `(${condition})` : `NOT (${condition})`)
}

/** JSON, lists and what else an engine does not compare is compared by its text. */
function comparable({ incomparable, asText }: FilterDialect, { expression, family }: ComparedField): string {
  return incomparable.has(family) ? asText(expression) : expression
}

const longestPattern = 5_000

/** The pattern of a LIKE, whose escape character is a backslash; in the CONTAINS family `%` and `_` are plain characters. */
function patternOf({ wildcards }: FilterDialect, operator: CompareNode['operator'], text: string): string {
  if (operator === 'like') return text.replaceAll('\\', '\\\\')
  const plain = text.replace(wildcards, '\\$&')
  if (operator === 'starts with') return `${plain}%`
  return operator === 'ends with' ? `%${plain}` : `%${plain}%`
}

/** Lookups are put into values alone, so that no value can become a condition. */
function textOf(value: FilterValue, scope: FilterScope): string {
  const text = writtenText(value, scope)
  if (text.includes('\0')) throw refused('The filter contains a NUL character.', scope)
  return text
}

function writtenText(value: FilterValue, scope: FilterScope): string {
  const { params, lookups } = scope
  if (value.kind === 'text') return substituteLookups(value.text, lookups)
  const given = Object.hasOwn(params, value.name) ? params[value.name] : undefined
  if (given === undefined) throw refused(`The filter uses ':${value.name}', but no such parameter was sent.`, scope)
  return substituteLookups(given, lookups)
}

function accepted<T>(found: T | Problem, { refusal }: FilterScope): T {
  if (found instanceof Problem) throw refusal === undefined ? found : refusal(found)
  return found
}

function refused(sentence: string, { refusal }: FilterScope): Problem {
  const problem = new Problem(400, sentence)
  return refusal === undefined ? problem : refusal(problem)
}
