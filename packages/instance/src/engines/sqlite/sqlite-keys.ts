import type { RawForeignKey, RawKey } from '../catalog.ts'
import type { DatabaseRow } from '../statement.ts'

/**
 * Keys of a table from the rows of its indexes, one for each column. Those of expressions and of a part of the rows are left out: they say
 * nothing about a column as a whole.
 */
export function sqliteKeys(rows: readonly DatabaseRow[]): { uniques: RawKey[]; indexes: RawKey[] } {
  const uniques: RawKey[] = []
  const indexes: RawKey[] = []
  for (const columns of Map.groupBy(rows, ({ name }) => name).values()) {
    const [first] = columns
    if (first === undefined || first.origin === 'pk' || first.partial === 1) continue
    const names = columns.flatMap(({ column }) => (typeof column === 'string' ? [column] : []))
    if (names.length < columns.length) continue
    const key = { name: String(first.name), columns: names }
    if (first.unique === 1) uniques.push(key)
    else indexes.push(key)
  }
  return { uniques, indexes }
}

/**
 * Foreign keys of a table; `keysOf` has the primary keys by table name in lower case, to which a reference without columns goes. SQLite tells no
 * names of them, so they get those by which other engines would know them.
 */
export function sqliteForeignKeys(
  table: string,
  rows: readonly DatabaseRow[],
  keysOf: ReadonlyMap<string, readonly string[]>,
): RawForeignKey[] {
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((parts) => {
    const [first] = parts
    if (first === undefined) return []
    const target = String(first.target)
    const columns = parts.map(({ from }) => String(from))
    const named = parts.flatMap(({ to }) => (typeof to === 'string' ? [to] : []))
    return [
      {
        name: `fk_${table}_${columns.join('_')}`,
        columns,
        target: { schema: null, name: target },
        targetColumns: named.length === columns.length ? named : (keysOf.get(target.toLowerCase()) ?? []),
        onUpdate: String(first.on_update),
        onDelete: String(first.on_delete),
      },
    ]
  })
}
