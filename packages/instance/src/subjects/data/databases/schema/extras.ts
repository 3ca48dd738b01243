import { type FieldValidation, type RelationType, relationTypes } from '@millwright/contract/wire/table-schema'
import type { Selectable } from 'kysely'
import type { StoredFunction } from '../../../../records/functions/field-function.ts'
import type {
  DbFieldExtrasTable,
  DbRelationExtrasTable,
  DbVirtualRelationTable,
} from '../../../../store/data-tables.ts'

/** Metadata that administrators add to a table beyond what its database stores. */
export interface TableExtras {
  readonly alias: string | null
  readonly label: string | null
  readonly plural: string | null
  readonly description: string | null
  readonly nameField: string | null
  /** Whether row changes are recorded. */
  readonly history: boolean
}

export interface FieldExtras {
  readonly alias: string | null
  readonly label: string | null
  readonly description: string | null
  /** The chosen simple type, if the database type does not imply it; for a virtual field, the type of its result. */
  readonly type: string | null
  readonly picklist: readonly string[] | null
  readonly validation: FieldValidation | null
  readonly clientInfo: string | null
  readonly dbFunctions: readonly StoredFunction[] | null
  readonly isVirtual: boolean
  readonly isAggregate: boolean
}

export interface RelationExtras {
  readonly alias: string | null
  readonly label: string | null
  readonly description: string | null
  readonly alwaysFetch: boolean
  readonly flatten: boolean
  readonly flattenDropPrefix: boolean
}

/** A relation without a constraint; services by their id, fields as comma-separated lists. */
export interface VirtualRelation {
  readonly type: RelationType
  readonly field: string
  readonly refServiceId: number
  readonly refTable: string
  readonly refField: string
  readonly refOnUpdate: string | null
  readonly refOnDelete: string | null
  readonly junctionServiceId: number | null
  readonly junctionTable: string | null
  readonly junctionField: string | null
  readonly junctionRefField: string | null
}

/** The extras of a service, by table names on the wire. */
export interface ServiceExtras {
  readonly tables: ReadonlyMap<string, TableExtras>
  /** By table, then by field. */
  readonly fields: ReadonlyMap<string, ReadonlyMap<string, FieldExtras>>
  /** By table, then by the relation's name in lower case. */
  readonly relations: ReadonlyMap<string, ReadonlyMap<string, RelationExtras>>
  readonly virtualRelations: ReadonlyMap<string, readonly VirtualRelation[]>
  /** Names of other services that virtual relations refer to, by id. */
  readonly serviceNames: ReadonlyMap<number, string>
}

export const noTableExtras: TableExtras = {
  alias: null,
  label: null,
  plural: null,
  description: null,
  nameField: null,
  history: false,
}

export const noFieldExtras: FieldExtras = {
  alias: null,
  label: null,
  description: null,
  type: null,
  picklist: null,
  validation: null,
  clientInfo: null,
  dbFunctions: null,
  isVirtual: false,
  isAggregate: false,
}

export const noRelationExtras: RelationExtras = {
  alias: null,
  label: null,
  description: null,
  alwaysFetch: false,
  flatten: false,
  flattenDropPrefix: false,
}

/** A change of the extras stored for a service's tables; tables by their names on the wire, relations by their names in lower case. */
export type ExtrasChange =
  | { readonly kind: 'table'; readonly table: string; readonly extras: TableExtras }
  | { readonly kind: 'field'; readonly table: string; readonly field: string; readonly extras: FieldExtras }
  | { readonly kind: 'relation'; readonly table: string; readonly relation: string; readonly extras: RelationExtras }
  | { readonly kind: 'add relation' | 'remove relation'; readonly table: string; readonly relation: VirtualRelation }
  /** Includes everything that refers to it. */
  | { readonly kind: 'forget table'; readonly table: string }
  | { readonly kind: 'forget field'; readonly table: string; readonly field: string }

/** Returns whether extras have no content, so that they need no row. */
export function isEmpty(extras: TableExtras | FieldExtras | RelationExtras): boolean {
  return Object.values(extras).every((value) => value === null || value === false)
}

export function fieldExtras(row: Selectable<DbFieldExtrasTable>): FieldExtras {
  return {
    alias: row.alias,
    label: row.label,
    description: row.description,
    type: row.type,
    picklist: parsed(row.picklist),
    validation: parsed(row.validation),
    clientInfo: row.client_info,
    dbFunctions: parsed(row.db_function),
    isVirtual: row.is_virtual !== 0,
    isAggregate: row.is_aggregate !== 0,
  }
}

export function fieldRow(extras: FieldExtras) {
  return {
    alias: extras.alias,
    label: extras.label,
    description: extras.description,
    type: extras.type,
    picklist: written(extras.picklist),
    validation: written(extras.validation),
    client_info: extras.clientInfo,
    db_function: written(extras.dbFunctions),
    is_virtual: Number(extras.isVirtual),
    is_aggregate: Number(extras.isAggregate),
  }
}

export function relationExtras(row: Selectable<DbRelationExtrasTable>): RelationExtras {
  return {
    alias: row.alias,
    label: row.label,
    description: row.description,
    alwaysFetch: row.always_fetch !== 0,
    flatten: row.flatten !== 0,
    flattenDropPrefix: row.flatten_drop_prefix !== 0,
  }
}

export function relationRow(extras: RelationExtras) {
  return {
    alias: extras.alias,
    label: extras.label,
    description: extras.description,
    always_fetch: Number(extras.alwaysFetch),
    flatten: Number(extras.flatten),
    flatten_drop_prefix: Number(extras.flattenDropPrefix),
  }
}

export function virtualRelation(row: Selectable<DbVirtualRelationTable>): VirtualRelation {
  return {
    type: relationTypes.find((type) => type === row.type) ?? 'belongs_to',
    field: row.field,
    refServiceId: row.ref_service_id,
    refTable: row.ref_table,
    refField: row.ref_field,
    refOnUpdate: row.ref_on_update,
    refOnDelete: row.ref_on_delete,
    junctionServiceId: row.junction_service_id,
    junctionTable: row.junction_table,
    junctionField: row.junction_field,
    junctionRefField: row.junction_ref_field,
  }
}

export function virtualRow(relation: VirtualRelation) {
  return {
    type: relation.type,
    field: relation.field,
    ref_service_id: relation.refServiceId,
    ref_table: relation.refTable,
    ref_field: relation.refField,
    ref_on_update: relation.refOnUpdate,
    ref_on_delete: relation.refOnDelete,
    junction_service_id: relation.junctionServiceId,
    junction_table: relation.junctionTable,
    junction_field: relation.junctionField,
    junction_ref_field: relation.junctionRefField,
  }
}

/** Parses JSON that this instance stored itself, without validation. */
function parsed<Value>(json: string | null): Value | null {
  return json === null ? null : JSON.parse(json)
}

function written(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value)
}
