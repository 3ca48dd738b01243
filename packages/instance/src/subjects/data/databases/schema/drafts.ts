import type { RawDefault } from '@millwright/connector/engine/catalog'
import type { keyTypes } from '@millwright/contract/wire/table-schema'
import type { FieldExtras, RelationExtras, TableExtras, VirtualRelation } from './extras.ts'

/** The desired state of a table; `undefined` members were not sent. */
export interface TableDraft {
  readonly name: string
  readonly extras: Sent<TableExtras>
  readonly fields: readonly FieldDraft[] | undefined
  /** Keys of several fields, all of them. */
  readonly keys: readonly KeyDraft[] | undefined
  /** Fields of the primary key, in its order. */
  readonly primaryKey: readonly string[] | undefined
  readonly relations: readonly RelationDraft[]
}

export interface FieldDraft {
  readonly name: string
  /** `null` like absent: the engine-specific type applies. */
  readonly type: string | null | undefined
  readonly dbType: string | null | undefined
  readonly length: number | null | undefined
  readonly precision: number | null | undefined
  readonly scale: number | null | undefined
  readonly default: RawDefault | null | undefined
  readonly allowNull: boolean | undefined
  readonly fixedLength: boolean | undefined
  readonly multibyte: boolean | undefined
  readonly autoIncrement: boolean | undefined
  readonly isPrimaryKey: boolean | undefined
  readonly isUnique: boolean | undefined
  readonly isIndex: boolean | undefined
  readonly isForeignKey: boolean | undefined
  readonly refTable: string | null | undefined
  readonly refField: string | null | undefined
  readonly refOnUpdate: string | null | undefined
  readonly refOnDelete: string | null | undefined
  readonly extras: Sent<Omit<FieldExtras, 'type'>>
}

/** A key of several fields. */
export interface KeyDraft {
  readonly type: (typeof keyTypes)[number]
  readonly fields: readonly string[]
  /** `null`: it is no reference. */
  readonly refTable: string | null
  /** `null`: the primary key of the other table. */
  readonly refFields: readonly string[] | null
  readonly refOnUpdate: string | null
  readonly refOnDelete: string | null
}

export interface RelationDraft {
  /** `null` for a virtual relation, which is named after its ends. */
  readonly name: string | null
  readonly virtual: VirtualRelation | null
  readonly extras: Sent<RelationExtras>
}

export type Sent<Extras> = { readonly [Name in keyof Extras]: Extras[Name] | undefined }

/** Returns the previous extras with those that were sent. */
export function merged<Extras extends object>(before: Extras, sent: Sent<Extras>): Extras {
  const after = { ...before }
  for (const name in before) {
    const value = sent[name]
    if (value !== undefined) after[name] = value
  }
  return after
}
