import type { VirtualRelation } from './extras.ts'

interface RelationEnds {
  /** The table that has the relation. */
  readonly table: string
  readonly type: VirtualRelation['type']
  /** Comma-separated list. */
  readonly field: string
  readonly refTable: string
  readonly refField: string
  readonly junctionTable: string | null
}

/**
 * Returns the name of a relation, derived from its ends; tables of other services as `service.table` (docs/wire/schema.md). If a table
 * refers to itself, `_reverse` distinguishes the two directions.
 */
export function relationName({ table, type, field, refTable, refField, junctionTable }: RelationEnds): string {
  if (type === 'belongs_to') return `${refTable}_by_${joined(field)}`
  if (type === 'many_many') return `${refTable}_by_${junctionTable ?? ''}`
  return `${refTable}_by_${joined(refField)}${table === refTable ? '_reverse' : ''}`
}

/** Splits a comma-separated list of columns. */
export function columnsIn(list: string | null): string[] {
  return (list ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

function joined(list: string): string {
  return columnsIn(list).join('_')
}
