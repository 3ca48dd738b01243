import type { Engine } from '@millwright/connector/engine/engine'
import { Problem } from '@millwright/contract/problem'
import type { DbFunction, DescribedField, DescribedTable } from '../described-table.ts'
import { functionFor } from '../functions/field-function.ts'

/** Returns the SQL that computes a selected field, or `null` if its column is selected directly. */
export function selectFunction(field: DescribedField): string | null {
  return functionFor(field, 'SELECT')
}

/** Returns a field for conditions: its FILTER function, else its SELECT function if it has no column, else the column. */
export function filterExpression({ dialect }: Engine, field: DescribedField): string {
  const own = functionFor(field, 'FILTER') ?? (field.isVirtual ? selectFunction(field) : null)
  if (own !== null) return `(${own})`
  if (field.isVirtual) throw new Problem(400, unfilterable(field))
  return dialect.quote(field.name)
}

/** Returns whether a field can be compared. */
export function isFilterable(field: DescribedField): boolean {
  return !field.isVirtual || field.dbFunctions.some(isOfFilters)
}

function isOfFilters({ use, function: text }: DbFunction): boolean {
  return text.trim() !== '' && (use.includes('SELECT') || use.includes('FILTER'))
}

export function unfilterable({ apiName }: DescribedField): string {
  return `The field '${apiName}' has no function for filtering.`
}

/**
 * Returns a field for ORDER BY and GROUP BY. The column is qualified with its table, as a selected value of the same name would take
 * precedence.
 */
export function sortExpression({ dialect }: Engine, { table }: DescribedTable, field: DescribedField): string {
  const column = `${dialect.table(table)}.${dialect.quote(field.name)}`
  if (!field.isVirtual)
    return field.moments?.isMixed ? (dialect.moments?.sortable(column, field.type) ?? column) : column
  const own = selectFunction(field)
  if (own === null) throw new Problem(400, `The field '${field.apiName}' has no function for sorting.`)
  return `(${own})`
}

/** Returns whether a field can be selected. */
export function isSelectable(field: DescribedField): boolean {
  return !field.isVirtual || field.dbFunctions.some(({ use }) => use.includes('SELECT'))
}
