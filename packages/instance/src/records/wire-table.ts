import { keysOfSeveral, type RawForeignKey, type RawKey, type RawTable } from '@millwright/connector/engine/catalog'
import { verbsOf } from '@millwright/contract/verbs'
import type {
  DbFunctionUse,
  FieldDefault,
  FieldSchema,
  FieldValidation,
  KeySchema,
  RelationSchema,
  TableListEntry,
  TableSchema,
} from '@millwright/contract/wire/table-schema'
import type { DescribedField, DescribedRelation, DescribedTable } from './described-table.ts'

/** Returns the entry of a table in a list; `mask`: verbs available to the caller. */
export function wireListEntry(table: DescribedTable, mask: number): TableListEntry {
  return { ...summary(table), access: verbsOf(mask) }
}

/** Returns the full description of a table (docs/wire/schema.md). */
export function wireTable(table: DescribedTable, raw: RawTable | undefined, mask: number): TableSchema {
  return {
    ...summary(table),
    primary_key: table.primaryKey.map((field) => field.name),
    name_field: table.nameField,
    ...(table.recordsHistory === true ? { history: true } : {}),
    field: table.fields.map(wireField),
    ...(raw === undefined ? {} : wireKeys(raw)),
    related: table.relations.map(wireRelation),
    constraints: raw === undefined ? {} : wireConstraints(raw),
    access: mask,
  }
}

function summary(table: DescribedTable) {
  return {
    alias: table.alias,
    name: table.name,
    label: table.label,
    description: table.description,
    native: [],
    plural: table.plural,
    is_view: table.isView,
  }
}

export function wireField(field: DescribedField): FieldSchema {
  return {
    alias: field.alias,
    name: field.name,
    label: field.label,
    description: field.description,
    native: [],
    type: field.type,
    db_type: field.dbType,
    length: field.length,
    precision: field.precision,
    scale: field.scale,
    default: field.default as FieldDefault,
    required: field.required,
    allow_null: field.allowNull,
    fixed_length: field.fixedLength,
    supports_multibyte: field.supportsMultibyte,
    auto_increment: field.autoIncrement,
    is_primary_key: field.isPrimaryKey,
    is_unique: field.isUnique,
    is_index: field.isIndex,
    is_foreign_key: field.isForeignKey,
    ref_table: field.refTable,
    ref_field: field.refField,
    ref_on_update: field.refOnUpdate,
    ref_on_delete: field.refOnDelete,
    picklist: picklistOf(field),
    validation: field.validation as FieldValidation | null,
    db_function: field.dbFunctions.length === 0 ? null : field.dbFunctions.map(wireFunction),
    is_virtual: field.isVirtual,
    is_aggregate: field.isAggregate,
    ...(field.generated ? { is_generated: true } : {}),
    ...(field.generatedAs === undefined ? {} : { generated_as: field.generatedAs }),
    ...(isEnum(field) ? { is_enum: true } : {}),
  }
}

/** Whether the picklist has the only values that the database allows. */
function isEnum({ picklist, choices }: DescribedField): boolean {
  return picklist === null && choices !== undefined && !choices.several
}

/** The values that an administrator suggests, else the only ones that the database allows. */
function picklistOf({ picklist, choices }: DescribedField): string[] | null {
  const values = picklist ?? choices?.values
  return values === undefined ? null : [...values]
}

function wireFunction({ use, function: text }: DescribedField['dbFunctions'][number]): DbFunctionUse {
  return { use: [...use], function: text, function_type: 'database' }
}

export function wireRelation(relation: DescribedRelation): RelationSchema {
  return {
    alias: relation.alias,
    name: relation.name,
    label: relation.label,
    description: relation.description,
    native: [],
    type: relation.type,
    field: relation.fields.join(','),
    is_virtual: relation.isVirtual,
    ref_service_id: relation.refServiceId,
    ref_table: relation.refTable,
    ref_field: relation.refFields.join(','),
    ref_on_update: relation.refOnUpdate,
    ref_on_delete: relation.refOnDelete,
    junction_service_id: relation.junctionServiceId,
    junction_table: relation.junctionTable,
    junction_field: orNull(relation.junctionFields),
    junction_ref_field: orNull(relation.junctionRefFields),
    always_fetch: relation.alwaysFetch,
    flatten: relation.flatten,
    flatten_drop_prefix: relation.flattenDropPrefix,
  }
}

function orNull(columns: readonly string[]): string | null {
  return columns.length === 0 ? null : columns.join(',')
}

/** The keys of several fields, if there are any, sorted. */
function wireKeys(table: RawTable): Pick<TableSchema, 'keys'> {
  const { uniques, indexes, foreignKeys } = keysOfSeveral(table)
  const keys: KeySchema[] = [
    ...uniques.map(({ columns }) => ({ type: 'unique' as const, fields: [...columns] })),
    ...indexes.map(({ columns }) => ({ type: 'index' as const, fields: [...columns] })),
    ...foreignKeys.map(({ columns, target, targetColumns, onUpdate, onDelete }) => ({
      type: 'reference' as const,
      fields: [...columns],
      ref_table: target.schema === null ? target.name : `${target.schema}.${target.name}`,
      ref_fields: [...targetColumns],
      ref_on_update: onUpdate,
      ref_on_delete: onDelete,
    })),
  ]
  const placeOf = ({ type, fields }: KeySchema) => JSON.stringify([fields, type])
  const sorted = keys.toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1))
  return keys.length === 0 ? {} : { keys: sorted }
}

/** Returns the keys of a table as described by the database, by their names in lower case. Several columns are a list. */
function wireConstraints(table: RawTable): Record<string, object> {
  const primary = { name: 'PRIMARY', columns: table.primaryKey }
  const entries = [
    ...(primary.columns.length === 0 ? [] : [entry(table, 'PRIMARY KEY', primary)]),
    ...table.uniques.map((key) => entry(table, 'UNIQUE', key)),
    ...table.foreignKeys.map((key) => entry(table, 'FOREIGN KEY', key, key)),
  ]
  return Object.fromEntries(entries)
}

function entry(
  table: RawTable,
  type: 'PRIMARY KEY' | 'UNIQUE' | 'FOREIGN KEY',
  { name, columns }: RawKey,
  key?: RawForeignKey,
): [string, object] {
  return [
    name.toLowerCase(),
    {
      constraint_type: type,
      constraint_schema: table.schema,
      constraint_name: name,
      table_schema: table.schema,
      table_name: table.name,
      column_name: oneOrAll(columns),
      referenced_table_schema: key?.target.schema ?? null,
      referenced_table_name: key?.target.name ?? null,
      referenced_column_name: key === undefined ? null : oneOrAll(key.targetColumns),
      update_rule: key?.onUpdate ?? null,
      delete_rule: key?.onDelete ?? null,
    },
  ]
}

function oneOrAll(columns: readonly string[]): string | readonly string[] | null {
  return columns.length > 1 ? columns : (columns[0] ?? null)
}
