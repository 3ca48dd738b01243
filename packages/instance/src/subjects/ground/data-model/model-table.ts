import { isRecord } from '@millwright/contract/wire/is-record'

/** A table of a data model, by the names that requests for its records use. */
export interface ModelTable {
  readonly name: string
  /** Empty if there is none. */
  readonly description: string
  readonly isView: boolean
  readonly columns: readonly ModelColumn[]
  readonly relations: readonly ModelRelation[]
}

export interface ModelColumn {
  readonly name: string
  readonly type: string
  readonly isKey: boolean
  readonly isUnique: boolean
  readonly required: boolean
  /** What it references; `null`: nothing. */
  readonly references: { readonly table: string; readonly field: string } | null
  /** The values to choose from, declared by an administrator or by the database; empty: any. */
  readonly values: readonly string[]
}

export interface ModelRelation {
  readonly name: string
  readonly type: string
  readonly field: string
  readonly refTable: string
  readonly refField: string
  readonly junctionTable: string | null
}

/**
 * Returns the name under which records of another table are requested, by its name in the database and its service, `null` for the
 * same one; `null` if the reader must not learn of it.
 */
export type FindTable = (table: string, service: number | null) => string | null

/** Reads a table as `_schema` describes it (docs/wire/schema.md), without references to tables that `find` does not name. */
export function modelTable(schema: Readonly<Record<string, unknown>>, find: FindTable): ModelTable {
  return {
    name: nameOf(schema),
    description: text(schema.description),
    isView: schema.is_view === true,
    columns: records(schema.field).map((field) => columnOf(field, find)),
    relations: records(schema.related).flatMap((relation) => relationOf(relation, find)),
  }
}

function columnOf(field: Readonly<Record<string, unknown>>, find: FindTable): ModelColumn {
  const { ref_table: to, ref_field: referenced, picklist } = field
  const table = field.is_foreign_key === true && typeof to === 'string' ? find(to, null) : null
  return {
    name: nameOf(field),
    type: text(field.type),
    isKey: field.is_primary_key === true,
    isUnique: field.is_unique === true,
    required: field.required === true,
    references: table === null ? null : { table, field: text(referenced) },
    values: Array.isArray(picklist) ? picklist.map(String) : [],
  }
}

function relationOf(relation: Readonly<Record<string, unknown>>, find: FindTable): ModelRelation[] {
  const { ref_service_id: service, junction_service_id: between } = relation
  const refTable = find(text(relation.ref_table), idOf(service))
  const junction = text(relation.junction_table)
  const junctionTable = junction === '' ? null : find(junction, idOf(between))
  if (refTable === null || (junction !== '' && junctionTable === null)) return []
  const ends = { field: text(relation.field), refField: text(relation.ref_field) }
  return [{ name: nameOf(relation), type: text(relation.type), ...ends, refTable, junctionTable }]
}

const idOf = (value: unknown) => (typeof value === 'number' ? value : null)

const nameOf = ({ alias, name }: Readonly<Record<string, unknown>>) => text(alias) || text(name)

const text = (value: unknown) => (typeof value === 'string' ? value : '')

const records = (list: unknown) => (Array.isArray(list) ? list.filter(isRecord) : [])
