import type { GridRecord } from '../../widgets/grid/grid-source.ts'
import type { TablePlace, WireField, WireRelation, WireTable } from './wire-table.ts'

/** The description of a table, however much of it the server returned. */
export interface TableDescription {
  readonly name: string
  readonly label: string
  readonly plural: string
  readonly fields: readonly WireField[]
  readonly relations: readonly WireRelation[]
  /** Names of the key fields in records; empty if there is no key. */
  readonly key: readonly string[]
  /** The field that names a record. */
  readonly nameField: string | null
  /** Whether data history is enabled for the table. */
  readonly keepsHistory: boolean
  /** Field names in records, by database column. */
  readonly columns: ReadonlyMap<string, string>
  /** Values shared by all displayed records, as for those related to another record; empty for a whole table. */
  readonly given: GridRecord
}

/** Describes a table from its schema, or from its records if there is none. Fields have the names used in records. */
export function describeTable(name: string, schema: WireTable | null, rows: readonly GridRecord[]): TableDescription {
  const fields = (schema?.field ?? []).map(aliased)
  const known = fields.length > 0 ? fields : fieldsOfRecords(rows)
  const names = new Map((schema?.field ?? []).map((field) => [field.name, aliased(field).name]))
  const flagged = known.filter((field) => field.is_primary_key).map((field) => field.name)
  const key = (schema?.primary_key ?? []).map((field) => names.get(field) ?? field)
  const label = schema?.label || words(name)
  return {
    name,
    label,
    plural: schema?.plural || label,
    fields: known.filter((field) => !field.is_aggregate),
    relations: (schema?.related ?? []).map((relation) => ({ ...relation, name: relation.alias || relation.name })),
    key: key.length > 0 ? key : flagged,
    nameField: schema?.name_field ? (names.get(schema.name_field) ?? schema.name_field) : null,
    keepsHistory: schema?.history === true,
    columns: names,
    given: {},
  }
}

function aliased(field: WireField): WireField {
  return field.alias ? { ...field, name: field.alias } : field
}

/** Derives the fields from records, for servers that return no schema. */
function fieldsOfRecords(rows: readonly GridRecord[]): readonly WireField[] {
  const names = new Set(rows.flatMap((row) => Object.keys(row)))
  return [...names].map((name) => {
    const value = rows.find((row) => row[name] !== null && row[name] !== undefined)?.[name]
    const type = typeof value === 'boolean' ? 'boolean' : typeof value === 'number' ? 'double' : 'string'
    return { name, label: name, type: typeof value === 'object' && value !== null ? 'json' : type, allow_null: true }
  })
}

function words(name: string): string {
  return name
    .split(/[_\s]+/)
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}

/** Converts column names, which a relation separates by commas, to field names in records. */
export function recordNames({ columns }: TableDescription, named: string | null | undefined): readonly string[] {
  return (named ?? '').split(',').flatMap((column) => {
    const name = column.trim()
    return name === '' ? [] : [columns.get(name) ?? name]
  })
}

/** Returns a text that uniquely identifies a record; `null` without a key. */
export function recordKey(record: GridRecord, key: readonly string[]): string | null {
  const values = key.map((field) => record[field])
  if (values.length === 0 || values.some((value) => value === null || value === undefined)) return null
  return values.length === 1 ? String(values[0]) : JSON.stringify(values.map(String))
}

/** Returns the key fields of a record. */
export function keyPart(record: GridRecord, key: readonly string[]): GridRecord {
  return Object.fromEntries(key.map((field) => [field, record[field]]))
}

/** Returns the table that a field references; `null` if the field is not a reference, or only a part of a composite one. */
export function referenceOf({ service }: TablePlace, table: TableDescription, field: WireField): TablePlace | null {
  if (!field.ref_table || !(field.type === 'reference' || field.is_foreign_key)) return null
  const whole = !table.relations.some((relation) => {
    const parts = relation.type === 'belongs_to' ? recordNames(table, relation.field) : []
    return parts.length > 1 && parts.includes(field.name)
  })
  return whole ? { service, table: field.ref_table } : null
}

/** Returns the record field name of the referenced column. */
export function referredField(other: TableDescription, { ref_field }: Pick<WireField, 'ref_field'>): string {
  return recordNames(other, ref_field)[0] ?? other.key[0] ?? 'id'
}
