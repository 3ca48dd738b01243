import type { CompareNode, FilterNode, FilterValue } from '@millwright/contract/filter/node'
import { parseFilter } from '@millwright/contract/filter/parse'
import { Problem } from '@millwright/contract/problem'
import { type Lookups, substituteLookups } from '../../platform/lookup-substitution.ts'
import { type Dialect, quoted } from './dialect.ts'
import { readDate } from './filter-date.ts'
import type { Column, FilterOnly, Shape } from './shape.ts'

/** A condition with `?` for each of its bound values. */
export interface Condition {
  readonly sql: string
  readonly values: readonly unknown[]
}

interface Compilation {
  readonly dialect: Dialect
  readonly columns: ReadonlyMap<string, Column>
  readonly filters: Shape['filters']
  /** Values that came beside the filter, by name. */
  readonly params: Readonly<Record<string, string>>
  readonly lookups: Lookups
  readonly values: unknown[]
}

/** What of a column decides how values are read that it is compared with. */
interface Comparable {
  readonly name: string
  readonly field: Pick<Column['field'], 'type'>
}

const longestPattern = 5000

/** Turns a filter of the wire into a condition on the shape's columns; what it cannot mean is a 400 that says why. */
export function compileFilter(
  filter: string,
  shape: Shape,
  dialect: Dialect,
  params: Readonly<Record<string, string>>,
  lookups: Lookups,
): Condition {
  if (filter.includes('\0')) throw new Problem(400, 'The filter holds a NUL character.')
  const columns = new Map(shape.columns.map((column) => [column.name, column]))
  const compilation: Compilation = { dialect, columns, filters: shape.filters, params, lookups, values: [] }
  const sql = compileNode(parseFilter(filter), compilation)
  return { sql, values: compilation.values }
}

function compileNode(node: FilterNode, compilation: Compilation): string {
  switch (node.kind) {
    case 'and':
    case 'or':
      return `(${node.operands.map((each) => compileNode(each, compilation)).join(node.kind === 'and' ? ' AND ' : ' OR ')})`
    case 'not':
      return `NOT (${compileNode(node.operand, compilation)})`
    case 'null':
      return `${quoted(columnOf(node.field, compilation).name)} IS NULL`
    case 'in':
      return compileIn(columnOf(node.field, compilation), node.values, compilation)
    case 'compare': {
      const special = compilation.filters.get(node.field)
      if (special !== undefined) return compileSpecial(special, node, compilation)
      return compileCompare(columnOf(node.field, compilation), node, compilation)
    }
  }
}

function compileSpecial({ kind, sql }: FilterOnly, node: CompareNode, compilation: Compilation): string {
  const { field, operator } = node
  if (operator !== '=' && operator !== '!=')
    throw new Problem(400, `The field '${field}' can only be compared with '='.`)
  const value = comparedValue(
    { name: field, field: { type: kind === 'flag' ? 'boolean' : 'integer' } },
    textOf(node.value, compilation),
  )
  if (kind === 'number') compilation.values.push(value)
  const holds = (operator === '=') === (kind === 'number' || value === 1)
  return holds ? `(${sql})` : `NOT (${sql})`
}

function columnOf(name: string, { columns }: Compilation): Column {
  const column = columns.get(name)
  if (column === undefined || column.field.mode === 'writeOnly' || column.field.mode === 'command') {
    throw new Problem(400, `The filter names a field '${name}' that this resource does not have.`)
  }
  if (!column.comparable) throw new Problem(400, `The field '${name}' cannot be filtered.`)
  return column
}

function compileCompare(column: Column, node: CompareNode, compilation: Compilation): string {
  const { dialect, values } = compilation
  const name = quoted(column.name)
  const text = textOf(node.value, compilation)
  switch (node.operator) {
    case '=':
    case '!=':
    case '>':
    case '>=':
    case '<':
    case '<=':
      values.push(comparedValue(column, text))
      return `${name} ${node.operator === '!=' ? '<>' : node.operator} ${isNumber(column) ? dialect.integer : '?'}`
    default:
      values.push(patternOf(node.operator, text))
      return dialect.like(isText(column) ? name : dialect.asText(name))
  }
}

function compileIn(column: Column, items: readonly FilterValue[], compilation: Compilation): string {
  const texts = items.map((item) => textOf(item, compilation))
  const found = texts.map((text) => comparedValue(column, text))
  const { dialect, values } = compilation
  if (!isNumber(column)) {
    values.push(dialect.list(found.map(String)))
    return dialect.among(quoted(column.name), 'text')
  }
  values.push(dialect.list(found.filter((value) => typeof value === 'number' && Math.abs(value) <= 0x7fffffff)))
  return dialect.among(quoted(column.name), 'number')
}

/** Lookups are put into values alone, so that no value can become a condition. */
function textOf(value: FilterValue, { params, lookups }: Compilation): string {
  if (value.kind === 'text') return substituteLookups(value.text, lookups)
  const given = Object.hasOwn(params, value.name) ? params[value.name] : undefined
  if (given === undefined) throw new Problem(400, `The filter uses ':${value.name}', but no such parameter was sent.`)
  return substituteLookups(given, lookups)
}

function comparedValue(column: Comparable, text: string): number | string {
  const { type } = column.field
  if (type === 'boolean') {
    const known = booleans[text.trim().toLowerCase()]
    if (known !== undefined) return known
    throw new Problem(400, `The field '${column.name}' is true or false and cannot be compared with '${text}'.`)
  }
  if (type === 'id' || type === 'integer') {
    if (/^\s*[+-]?\d{1,15}\s*$/.test(text)) return Number(text)
    throw new Problem(400, `The field '${column.name}' is a whole number and cannot be compared with '${text}'.`)
  }
  if (type === 'datetime') return readDate(text, column.name)
  return text
}

const booleans: Readonly<Record<string, number>> = Object.assign(Object.create(null), {
  true: 1,
  '1': 1,
  yes: 1,
  false: 0,
  '0': 0,
  no: 0,
})

function patternOf(operator: CompareNode['operator'], text: string): string {
  if (text.length > longestPattern) {
    throw new Problem(400, `A text to search for is longer than ${longestPattern} characters.`)
  }
  if (operator === 'like') return text.replaceAll('\\', '\\\\')
  const plain = text.replace(/[\\%_]/g, '\\$&')
  if (operator === 'starts with') return `${plain}%`
  if (operator === 'ends with') return `%${plain}`
  return `%${plain}%`
}

function isNumber({ field }: Column): boolean {
  return field.type === 'id' || field.type === 'integer' || field.type === 'boolean'
}

function isText({ field }: Column): boolean {
  return field.type === 'string' || field.type === 'text' || field.type === 'datetime'
}
