import { Problem } from '@millwright/contract/problem'
import type { Engine } from '../../engines/engine.ts'
import type { DbFunction, DescribedField, DescribedTable } from '../described-table.ts'
import { functionFor } from '../functions/field-function.ts'

/** What a field's values are computed by where it is selected; null: its column as it is. */
export function selectFunction(field: DescribedField): string | null {
  return functionFor(field, 'SELECT')
}

/** A field inside a condition: its FILTER function, else what is selected when there is no column, else the column. */
export function filterExpression({ dialect }: Engine, field: DescribedField): string {
  const own = functionFor(field, 'FILTER') ?? (field.isVirtual ? selectFunction(field) : null)
  if (own !== null) return `(${own})`
  if (field.isVirtual) throw new Problem(400, unfilterable(field))
  return dialect.quote(field.name)
}

/** Whether a field has anything to be compared. */
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
 * A field inside ORDER BY and GROUP BY. The column comes with its table, as it would give way to a selected value of the same name.
 */
export function sortExpression({ dialect }: Engine, { table }: DescribedTable, field: DescribedField): string {
  if (!field.isVirtual) return `${dialect.table(table)}.${dialect.quote(field.name)}`
  const own = selectFunction(field)
  if (own === null) throw new Problem(400, `The field '${field.apiName}' has no function for sorting.`)
  return `(${own})`
}

/** Whether a field has anything to answer. */
export function isSelectable(field: DescribedField): boolean {
  return !field.isVirtual || field.dbFunctions.some(({ use }) => use.includes('SELECT'))
}
