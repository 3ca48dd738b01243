import { notAmong } from '@millwright/connector/engine/column-checks'
import type { Engine, ReadValue, ValueDialect } from '@millwright/connector/engine/engine'
import type { BoundValue } from '@millwright/connector/engine/statement'
import { fieldProblem, shownValue } from '@millwright/connector/engine/values/field-problem'
import { valueFamily } from '@millwright/connector/engine/values/value-family'
import type { FilterNode } from '@millwright/contract/filter/node'
import { Problem } from '@millwright/contract/problem'
import { isCertainMoment, momentProblem } from '../../engines/values/moments.ts'
import { numberWord } from '../../engines/values/numbers.ts'
import { valueReader } from '../../engines/values/value-reader.ts'
import { noLookups } from '../../platform/lookup-substitution.ts'
import type { DescribedField, DescribedTable } from '../described-table.ts'
import type { ComparedField, FilterField, FilterModel } from '../filter-sql.ts'
import type { PermittedTable } from '../permitted-table.ts'
import type { TableModel } from '../table-model.ts'
import { type Condition, nodeCondition } from '../where.ts'
import type { KeyedRows } from '../write-statements.ts'
import { filterExpression, isFilterable, unfilterable } from './named-fields.ts'

/** Returns the model of a database service's table for one caller. */
export function describedModel(engine: Engine, permitted: PermittedTable): TableModel {
  const { dialect } = engine
  const { table } = permitted
  return {
    dialect,
    target: dialect.table(table.table),
    key: table.primaryKey.map(({ name }) => dialect.quote(name)),
    field: (name) => filterField(engine, fieldCalled(table, name)),
    rows: rowCondition(engine, permitted),
  }
}

/** Returns the rows of such a table that a write may change, identified by fields. */
export function keyedRows(engine: Engine, permitted: PermittedTable, keys: readonly DescribedField[]): KeyedRows {
  return {
    model: describedModel(engine, permitted),
    name: `${keys.map(({ name }) => name).join()} ${permitted.rows?.key ?? ''}`,
    keys: () => keys.map((field) => comparedField(engine, field)),
  }
}

/** Returns the condition on the rows of a permitted table, or `null` if there is none. An invalid one results in 403. */
export function rowCondition(engine: Engine, { table, rows }: PermittedTable): Condition | null {
  if (rows === null) return null
  const sentence = `The role has a row filter that does not fit '${table.apiName}', so access is denied.`
  return nodeCondition(rows.node, {
    model: roleFilterModel(engine, table.whole ?? table),
    params: {},
    lookups: noLookups,
    // The caller did not write the filter and must not learn its content.
    refusal: () => new Problem(403, sentence),
  })
}

/** Other operators search in the text of a value. */
const comparing: ReadonlySet<string> = new Set(['=', '!=', '>', '>=', '<', '<='])

/** Why a condition of a role cannot compare a table's fields as it is meant, or `null`; unknown fields are not a reason. */
export function conditionProblem(engine: Engine, table: DescribedTable, node: FilterNode): string | null {
  if (node.kind === 'null') return null
  if (node.kind === 'not') return conditionProblem(engine, table, node.operand)
  if (node.kind !== 'compare' && node.kind !== 'in') {
    return node.operands.map((each) => conditionProblem(engine, table, each)).find((each) => each !== null) ?? null
  }
  const field = filterField(engine, fieldCalled(table, node.field))
  if (field instanceof Problem || (node.kind === 'compare' && !comparing.has(node.operator))) return null
  const values = node.kind === 'in' ? node.values : [node.value]
  // A lookup key has no value until someone makes a request.
  const texts = values.flatMap((value) => (value.kind === 'text' && !value.text.includes('{') ? [value.text] : []))
  const problem = texts.map((text) => field.read(text)).find((value) => value instanceof Problem)
  return problem?.message ?? null
}

/** Names that a role's filter may use. Functions of fields apply only if stored by full administrators. */
function roleFilterModel(engine: Engine, table: DescribedTable): FilterModel {
  return {
    dialect: engine.dialect,
    field: (name) => filterField(engine, withApprovedFunctions(fieldCalled(table, name))),
  }
}

function fieldCalled(table: DescribedTable, name: string): DescribedField | Problem {
  const field = table.fieldByName.find(name)
  if (field instanceof Problem) return field
  if (field === undefined) {
    return new Problem(400, `The filter names a field '${name}' that '${table.apiName}' does not have.`)
  }
  return field.isAggregate ? new Problem(400, `The field '${name}' is an aggregate and cannot be filtered.`) : field
}

/** Otherwise a user who may edit the schema could define a function that makes all rows match. */
function withApprovedFunctions(field: DescribedField | Problem): DescribedField | Problem {
  if (field instanceof Problem || field.dbFunctions.every(({ approved }) => approved)) return field
  return { ...field, dbFunctions: field.dbFunctions.filter(({ approved }) => approved) }
}

function filterField(engine: Engine, field: DescribedField | Problem): FilterField | Problem {
  if (field instanceof Problem) return field
  if (!isFilterable(field)) return new Problem(400, unfilterable(field))
  const compared = engine.dialect.moments?.comparable(filterExpression(engine, field), field.type) ?? null
  return {
    ...comparedField(engine, field),
    ...(compared === null ? {} : { compared }),
    read: (text) => filterValue(engine.values, field, text),
  }
}

/** Returns a field for SQL conditions. Throws 400 if it cannot be compared. */
export function comparedField(engine: Engine, field: DescribedField): ComparedField {
  const { dialect, values } = engine
  const expression = filterExpression(engine, field)
  const sortable = dialect.moments?.sortable(expression, field.type) ?? null
  // The values of a function need not have the type of the field, nor does the database convert what they are compared with.
  const isComputed = expression !== dialect.quote(field.name)
  const family = isComputed && sortable === null && !values.typedColumns ? 'any' : valueFamily(field)
  return {
    expression: sortable ?? expression,
    family,
    isText: family === 'text' && dialect.isText(field.dbType ?? 'text'),
    ...(sortable === null || isComputed ? {} : { column: expression }),
  }
}

function filterValue(values: ValueDialect, field: DescribedField, text: string): BoundValue | Problem {
  if (valueFamily(field) === 'moment' && text.trim() !== '' && !isCertainMoment(values, field, text)) {
    return momentProblem(field, text)
  }
  return comparedValue(values, field, text)
}

/**
 * Parses the text of a filter into a value to compare a field with. It may be out of the column's range, as it then matches no row;
 * returns a `Problem` if it has another type.
 */
export function comparedValue(values: ValueDialect, field: DescribedField, text: string): BoundValue | Problem {
  const sentence = unknownChoice(field, text)
  if (sentence !== null) return fieldProblem(field, sentence)
  const read = values.comparedReader(field)
  if (read !== null) return readWith(read, field, text)
  switch (valueFamily(field)) {
    case 'integer':
      return comparedInteger(values, field, text.trim())
    case 'decimal':
    case 'float':
      return comparedNumber(values, field, text.trim())
    case 'moment':
      return readValue(values, values.typedColumns ? field : comparedMoment(field), text)
    case 'boolean':
    case 'binary':
      return readValue(values, field, text)
    default:
      return text
  }
}

/** Says that the type of a field knows no such value; a check may be younger than the rows, so other values can be found. */
function unknownChoice({ choices }: DescribedField, text: string): string | null {
  if (choices === undefined || !choices.isType || (text === '' && choices.emptyIsUnknown === true)) return null
  return notAmong(choices, text)
}

/** Dates are compared in the form of tables that this instance creates, whatever the form of the column. */
function comparedMoment({ moments: _, ...field }: DescribedField): DescribedField {
  return /^(?:datetime|timestamp)/.test(field.type) ? { ...field, type: 'datetime', dbType: 'datetime' } : field
}

function readValue(values: ValueDialect, field: DescribedField, text: string): BoundValue | Problem {
  return readWith(valueReader(values, field), field, text)
}

function readWith(read: ReadValue, field: DescribedField, text: string): BoundValue | Problem {
  try {
    return read(text) ?? incomparable(field, text, 'needs a value')
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

function comparedInteger(values: ValueDialect, field: DescribedField, text: string): BoundValue | Problem {
  if (!/^[+-]?\d{1,25}$/.test(text)) return incomparable(field, text, 'is a whole number')
  const value = BigInt(text.replace('+', ''))
  if (value >= values.beyondIntegers || value < -(2n ** 63n)) return incomparable(field, text, 'has 64 bits')
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}

function comparedNumber(values: ValueDialect, field: DescribedField, text: string): BoundValue | Problem {
  const word = numberWord(values, field, text)
  if (word !== null) return word
  if (text.length > 1000 || !/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i.test(text)) {
    return incomparable(field, text, 'is a number')
  }
  const number = Number(text)
  const isFloat = valueFamily(field) === 'float'
  if (!isFloat && values.typedColumns) return text
  // Columns without fixed types store decimals as integers where they can, with more digits than a double has.
  const whole = isFloat || !/^[+-]?\d{16,19}$/.test(text) ? null : BigInt(text.replace('+', ''))
  if (whole !== null && BigInt.asIntN(64, whole) === whole) return whole
  return Number.isFinite(number) ? number : incomparable(field, text, 'is a number')
}

function incomparable({ apiName }: DescribedField, text: string, kind: string): Problem {
  return new Problem(400, `The field '${apiName}' ${kind} and cannot be compared with '${shownValue(text)}'.`)
}
