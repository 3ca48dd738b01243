import type { Dialect } from '@millwright/connector/engine/engine'
import type { BoundValue } from '@millwright/connector/engine/statement'
import type { ValueFamily } from '@millwright/connector/engine/values/value-family'
import type { CompareNode, FilterNode, FilterValue } from '@millwright/contract/filter/node'
import { Problem } from '@millwright/contract/problem'
import { type Lookups, substituteLookups } from '../platform/lookup-substitution.ts'
import type { SqlText } from './sql-text.ts'

/** Names that filters may use in a table, and how they are compared. */
export interface FilterModel {
  readonly dialect: FilterDialect
  /** Returns the field, or a `Problem` if the name cannot be filtered. */
  field(name: string): FilterField | Problem
  /** Returns the condition behind a name that has no column; absent: there are no such names. */
  flag?(name: string): FilterFlag | undefined
}

/** The part of a dialect that conditions need. `like` may ignore case. */
export type FilterDialect = Pick<
  Dialect,
  'asText' | 'incomparable' | 'operand' | 'among' | 'untyped' | 'moments' | 'wildcards' | 'like'
>

export interface FilterField extends ComparedField {
  /** Parses the text of a filter into a value to compare with; returns a `Problem` if it does not fit the type. */
  read(text: string): BoundValue | Problem
}

/** A field in SQL conditions. */
export interface ComparedField {
  /** The column, or the SQL that computes the value. */
  readonly expression: string
  readonly family: ValueFamily
  /** Whether LIKE accepts the expression without a cast. */
  readonly isText: boolean
  /** What filters compare, if it differs from the expression: null for values that are none of the field's type. */
  readonly compared?: string
  /** The column behind the expression, if that converts its values to compare them. */
  readonly column?: string
}

/** A condition that is true or false, compared with `=` and `!=` only. */
export interface FilterFlag {
  /** With one `?` for the value if the condition depends on it. */
  readonly sql: string
  /** Parses true and false to 1 and 0 if the condition has no `?`; returns a `Problem` for a value of another type. */
  read(text: string): BoundValue | Problem
}

/** The table that a filter applies to, and what its values may refer to. */
export interface FilterScope {
  readonly model: FilterModel
  /** Parameters sent along with the filter, by name. */
  readonly params: Readonly<Record<string, string>>
  readonly lookups: Lookups
  /** Maps errors for a filter that the caller did not write; absent: errors are returned as they are. */
  readonly refusal?: (problem: Problem) => Problem
  /** Whether the condition is within a NOT. Absent: it is not. */
  readonly negated?: true
}

/** Adds the SQL of a filter; throws a `Problem` with the reason if it is invalid for the table (docs/wire/filters.md). */
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
      addFilter(into, node.operand, { ...scope, negated: true })
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

/** Adds the condition that a field has one of these values, possibly thousands; with none, it matches no row. */
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
  else if (values.length === 1) into.add(equality(dialect, field, into.bind(values[0] ?? null)))
  else if (among?.families.has(family)) into.add(among.sql(expression, into.bind(among.list(values)), family))
  else
    into.add(
      `${expression} IN (${padded(values)
        .map((value) => operand(into.bind(value), family))
        .join(', ')})`,
    )
}

function equality(dialect: FilterDialect, field: ComparedField, placeholder: string): string {
  const { operand, untyped } = dialect
  if (field.family === 'any' && untyped !== undefined) return untyped.equals(field.expression, placeholder)
  return `${comparable(dialect, field)} = ${operand(placeholder, field.family)}`
}

/** Pads the list with its last value to a power of two, so that lists of different lengths share few statements. */
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
      const value = accepted(field.read(text), scope)
      into.add(comparison(scope, field, node.operator, value, into))
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

function comparison(
  { model: { dialect }, negated }: FilterScope,
  field: ComparedField,
  operator: '=' | '!=' | '>' | '>=' | '<' | '<=',
  value: BoundValue,
  into: SqlText,
): string {
  const bind = () => into.bind(value)
  const { family } = field
  if (family === 'any' && dialect.untyped !== undefined) {
    if (operator === '=') return equality(dialect, field, bind())
    if (operator === '!=') return `NOT (${equality(dialect, field, bind())})`
    return dialect.untyped.compares(field.expression, operator, bind)
  }
  // A NOT would find the rows that are not near, even if comparing their values gives null.
  const near =
    negated !== true && field.column && dialect.moments?.near(field.column, operator, value, (each) => into.bind(each))
  const compared = `${comparable(dialect, field)} ${operator === '!=' ? '<>' : operator} ${dialect.operand(bind(), family)}`
  return near ? `(${near} AND ${compared})` : compared
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

/** Casts JSON, lists and other types that an engine cannot compare to text. */
function comparable({ incomparable, asText }: FilterDialect, { expression, family, compared }: ComparedField): string {
  return incomparable.has(family) ? asText(expression) : (compared ?? expression)
}

const longestPattern = 5_000

const patternOperators: ReadonlySet<string> = new Set(['like', 'contains', 'starts with', 'ends with'])

/** Returns the pattern of a comparison by LIKE, with a backslash as escape character; `null` for other comparisons. */
export function patternIn({ operator, value }: CompareNode, scope: FilterScope): string | null {
  return patternOperators.has(operator) ? patternOf(scope.model.dialect, operator, textOf(value, scope)) : null
}

/** Returns the pattern of a LIKE with backslash as escape character; in the CONTAINS family `%` and `_` are literal. */
function patternOf({ wildcards }: FilterDialect, operator: CompareNode['operator'], text: string): string {
  if (operator === 'like') return text.replaceAll('\\', '\\\\')
  const plain = text.replace(wildcards, '\\$&')
  if (operator === 'starts with') return `${plain}%`
  return operator === 'ends with' ? `%${plain}` : `%${plain}%`
}

/** Substitutes lookups in values only, so that no value can become a condition. */
function textOf(value: FilterValue, scope: FilterScope): string {
  const text = writtenText(value, scope)
  if (text.includes('\0')) throw refused('The filter contains a NUL character.', scope)
  return text
}

function writtenText(value: FilterValue, scope: FilterScope): string {
  const { params, lookups } = scope
  if (value.kind === 'text') return substituteLookups(value.text, lookups)
  const argument = Object.hasOwn(params, value.name) ? params[value.name] : undefined
  if (argument === undefined) throw refused(`The filter uses ':${value.name}', but no such parameter was sent.`, scope)
  return substituteLookups(argument, lookups)
}

function accepted<T>(found: T | Problem, { refusal }: FilterScope): T {
  if (found instanceof Problem) throw refusal === undefined ? found : refusal(found)
  return found
}

function refused(sentence: string, { refusal }: FilterScope): Problem {
  const problem = new Problem(400, sentence)
  return refusal === undefined ? problem : refusal(problem)
}
