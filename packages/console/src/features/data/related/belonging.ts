import { equals } from '../../../instance/value-filter.ts'
import type { GridRecord } from '../../../widgets/grid/grid-source.ts'
import { recordNames, type TableDescription } from '../table-description.ts'
import type { TablePlace, WireRelation } from '../wire-table.ts'

/** An open relation, from a record of one table to those of another. */
export interface OpenRelation {
  readonly place: TablePlace
  readonly table: TableDescription
  readonly record: GridRecord
  readonly relation: WireRelation
  readonly target: TablePlace
  readonly child: TableDescription
}

/** Returns the values that the related records share, by their own field names; `null` if the record has no value to match. */
export function sharedValues({ table, record, relation, child }: OpenRelation): GridRecord | null {
  const own = recordNames(table, relation.field)
  const other = recordNames(child, relation.ref_field)
  if (own.length === 0 || own.length !== other.length) return null
  const pairs = other.map((name, at) => [name, record[own[at] ?? '']] as const)
  return pairs.some(([, value]) => value === null || value === undefined) ? null : Object.fromEntries(pairs)
}

/** Returns the filter for records with these values. */
export function equalityFilter(values: GridRecord): string {
  const parts = Object.entries(values).map(([name, value]) => equals(name, value))
  return parts.length > 1 ? parts.map((part) => `(${part})`).join(' AND ') : (parts[0] ?? '')
}

/** Whether the related records belong to this record, so that they are created and deleted in a form. */
export function isOwning({ type }: WireRelation): boolean {
  return type === 'has_many' || type === 'has_one'
}
