import type { GridRecord } from '../../widgets/data-grid/grid-source.ts'
import type { WireField, WireRelation, WireTable } from './wire-table.ts'

/** What the console knows of a table, whatever the server told of it. */
export interface TableDescription {
  readonly name: string
  readonly label: string
  readonly plural: string
  readonly fields: readonly WireField[]
  readonly relations: readonly WireRelation[]
  /** Names of the key's fields as records have them; empty without one. */
  readonly key: readonly string[]
  /** The field that names a record. */
  readonly nameField: string | null
  /** Who changes its records is kept. */
  readonly keepsHistory: boolean
  /** What records call the columns of the database. */
  readonly columns: ReadonlyMap<string, string>
  /** What all its records have that are shown here, as those do that belong to another record; empty for a whole table. */
  readonly given: GridRecord
}

/** A table from its description, from its records where there is none. Fields are named as records name them. */
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

/** Servers that describe nothing still send records. */
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

/** What records call columns, several of which a relation names with commas between. */
export function recordNames({ columns }: TableDescription, named: string | null | undefined): readonly string[] {
  return (named ?? '').split(',').flatMap((column) => {
    const name = column.trim()
    return name === '' ? [] : [columns.get(name) ?? name]
  })
}

/** What tells a record from all others, as a text; null without a key. */
export function recordKey(record: GridRecord, key: readonly string[]): string | null {
  const values = key.map((field) => record[field])
  if (values.length === 0 || values.some((value) => value === null || value === undefined)) return null
  return values.length === 1 ? String(values[0]) : JSON.stringify(values.map(String))
}

/** The members of a record that make its key. */
export function keyPart(record: GridRecord, key: readonly string[]): GridRecord {
  return Object.fromEntries(key.map((field) => [field, record[field]]))
}
