import { equals } from '../../../instance/value-filter.ts'
import type { GridRecord } from '../../../widgets/data-grid/grid-source.ts'
import { recordNames, type TableDescription } from '../table-description.ts'
import type { TablePlace, WireRelation } from '../wire-table.ts'

/** A relation that is being looked at: from a record of one table to those of another. */
export interface Belonging {
  readonly place: TablePlace
  readonly table: TableDescription
  readonly record: GridRecord
  readonly relation: WireRelation
  readonly target: TablePlace
  readonly child: TableDescription
}

/** What the records on the other side have in common, by their own names; null where the record has no value to be found by. */
export function sharedValues({ table, record, relation, child }: Belonging): GridRecord | null {
  const own = recordNames(table, relation.field)
  const other = recordNames(child, relation.ref_field)
  if (own.length === 0 || own.length !== other.length) return null
  const pairs = other.map((name, at) => [name, record[own[at] ?? '']] as const)
  return pairs.some(([, value]) => value === null || value === undefined) ? null : Object.fromEntries(pairs)
}

/** The filter for records that have these values. */
export function havingAll(values: GridRecord): string {
  const parts = Object.entries(values).map(([name, value]) => equals(name, value))
  return parts.length > 1 ? parts.map((part) => `(${part})`).join(' AND ') : (parts[0] ?? '')
}

/** Whether records on the other side are this record's own, which come and go with a form over it. */
export function ownsRecords({ type }: WireRelation): boolean {
  return type === 'has_many' || type === 'has_one'
}
