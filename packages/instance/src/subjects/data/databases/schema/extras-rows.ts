import { relationTypes } from '@millwright/contract/wire/table-schema'
import type { Selectable } from 'kysely'
import type {
  DbFieldExtrasTable,
  DbRelationExtrasTable,
  DbVirtualRelationTable,
} from '../../../../store/data-tables.ts'
import type { FieldExtras, RelationExtras, VirtualRelation } from './extras.ts'

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
