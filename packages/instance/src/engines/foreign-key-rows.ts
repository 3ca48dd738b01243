import type { RawForeignKey, TableName } from './catalog.ts'
import type { DatabaseRow } from './statement.ts'

/** Foreign keys out of a catalogue that has a row for each column: `name`, `column`, `target_schema`, `target`, `target_column`, `on_update`, `on_delete`. */
export function foreignKeysOf(
  rows: readonly DatabaseRow[],
  nameOf: (schema: unknown, name: unknown) => TableName,
): RawForeignKey[] {
  return [...Map.groupBy(rows, ({ name }) => name).values()].flatMap((parts) => {
    const [first] = parts
    if (first === undefined) return []
    return [
      {
        name: String(first.name),
        columns: parts.map(({ column }) => String(column)),
        target: nameOf(first.target_schema, first.target),
        targetColumns: parts.map(({ target_column }) => String(target_column)),
        onUpdate: actionOf(first.on_update),
        onDelete: actionOf(first.on_delete),
      },
    ]
  })
}

/** SQL Server prints `SET_NULL`. */
const actionOf = (printed: unknown) => String(printed).replaceAll('_', ' ')
