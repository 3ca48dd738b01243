import type { RawForeignKey, RawKey, RawTable } from '../engines/catalog.ts'

/** Returns the keys of a table as described by the database, by their names in lower case. Several columns are a list. */
export function wireConstraints(table: RawTable): Record<string, object> {
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
