import type { TableName } from '../../store/tables.ts'
import type { DeclaredTable, ReadContext } from './declared-table.ts'
import type { ReadAt } from './read-place.ts'
import type { Row } from './sql-runner.ts'

/** A relation that `related` may name, and which parts of it a body may write (docs/wire/requests.md). */
export type Relation = BelongsTo | HasOne | HasMany | ManyToMany | Virtual

interface Named {
  readonly name: string
  /**
   * Where its rows can be read by themselves: a caller is shown those that a GET there would show. `owner`: the rows are parts of the
   * record, shown to everyone who is shown the record (docs/wire/access.md).
   */
  readonly readAt: ReadAt | 'owner'
}

/** The row has the column that refers to the other one. */
export interface BelongsTo extends Named {
  readonly kind: 'belongsTo'
  readonly column: string
  readonly target: DeclaredTable
  readonly readAt: ReadAt
}

/** The other row refers to this one, and its reference is unique. */
export interface HasOne extends Named {
  readonly kind: 'hasOne'
  readonly foreignKey: string
  readonly target: DeclaredTable
  /** A row that is not shown would be `null` in responses, and `null` in a body deletes it. */
  readonly readAt: 'owner'
  /** Bodies may contain it, but it is not written. */
  readonly readOnly?: boolean
}

export interface HasMany extends Named {
  readonly kind: 'hasMany'
  readonly foreignKey: string
  readonly target: DeclaredTable
  /** A row without id is matched to the owner's row with the same value of this column. */
  readonly matchBy?: string
  /** Bodies may contain it, but it is not written. */
  readonly readOnly?: boolean
}

/** Through a junction table; read only. */
export interface ManyToMany extends Named {
  readonly kind: 'manyToMany'
  readonly junction: TableName
  readonly near: string
  readonly far: string
  readonly target: DeclaredTable
  readonly readAt: ReadAt
  /** Where the rows of the junction table can be read. */
  readonly junctionReadAt: ReadAt | 'owner'
}

/** Computed by the server instead of read from rows. */
export interface Virtual extends Named {
  readonly kind: 'virtual'
  /** Of a row that is not shown, its `id` remains. */
  readonly keepsId?: boolean
  values(keys: readonly (number | string)[], context: ReadContext): Promise<ReadonlyMap<number | string, Row[]>>
}

export type WritableRelation = HasOne | HasMany

export function isWritable(relation: Relation): relation is WritableRelation {
  return (relation.kind === 'hasOne' || relation.kind === 'hasMany') && relation.readOnly !== true
}
