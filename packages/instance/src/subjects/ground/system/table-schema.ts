import { type Column, type DeclaredTable, isAnswered } from '../../../records/system/declared-table.ts'
import type { Relation } from '../../../records/system/relation.ts'
import type { ResourceDeclaration } from './resource.ts'

const databaseTypes = {
  id: 'integer',
  integer: 'integer',
  string: 'varchar',
  text: 'text',
  boolean: 'tinyint(1)',
  datetime: 'datetime',
  json: 'text',
} as const

/** The response for `include_schema`: the table of a resource in the form of a database service's `_schema`. */
export function describeTable({ declared, relations }: ResourceDeclaration): unknown {
  return {
    alias: null,
    name: declared.table,
    label: declared.label,
    description: null,
    native: [],
    plural: declared.plural,
    is_view: false,
    primary_key: [declared.key],
    name_field: null,
    field: declared.columns.filter(isAnswered).map((column) => describeColumn(declared, column)),
    related: relations.map((relation) => describeRelation(declared, relation)),
  }
}

function describeColumn(declared: DeclaredTable, { name, field, references, stored }: Column): unknown {
  const isKey = name === declared.key
  return {
    alias: null,
    name,
    label: field.label ?? titleOf(name),
    description: null,
    native: [],
    type: references === null ? field.type : 'reference',
    db_type: databaseTypes[field.type],
    length: field.max ?? null,
    precision: null,
    scale: null,
    default: field.default ?? null,
    required: field.required ?? false,
    allow_null: field.nullable !== false,
    fixed_length: false,
    supports_multibyte: field.type === 'string' || field.type === 'text',
    auto_increment: field.type === 'id',
    is_primary_key: isKey,
    is_unique: field.unique ?? false,
    is_index: false,
    is_foreign_key: references !== null,
    ref_table: references,
    ref_field: references === null ? null : 'id',
    ref_on_update: null,
    ref_on_delete: null,
    picklist: null,
    validation: null,
    db_function: null,
    is_virtual: !stored,
    is_aggregate: false,
  }
}

const relationTypes = {
  belongsTo: 'belongs_to',
  hasOne: 'has_one',
  hasMany: 'has_many',
  manyToMany: 'many_many',
  virtual: 'has_many',
} as const

function describeRelation(declared: DeclaredTable, relation: Relation): unknown {
  const junction = relation.kind === 'manyToMany' ? relation : null
  return {
    alias: null,
    name: relation.name,
    label: titleOf(relation.name),
    description: null,
    native: [],
    type: relationTypes[relation.kind],
    field: relation.kind === 'belongsTo' ? relation.column : declared.key,
    is_virtual: relation.kind === 'virtual',
    ref_table: relation.kind === 'virtual' ? null : relation.target.table,
    ref_field: referredField(relation),
    junction_table: junction?.junction ?? null,
    junction_field: junction?.near ?? null,
    junction_ref_field: junction?.far ?? null,
    always_fetch: false,
    flatten: false,
    flatten_drop_prefix: false,
  }
}

function referredField(relation: Relation): string | null {
  if (relation.kind === 'virtual') return null
  return relation.kind === 'hasOne' || relation.kind === 'hasMany' ? relation.foreignKey : relation.target.key
}

function titleOf(name: string): string {
  return name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => ` ${letter.toUpperCase()}`).trim()
}
