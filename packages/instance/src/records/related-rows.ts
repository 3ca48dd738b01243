import type { DatabaseRow, Soon } from '../engines/statement.ts'
import { keyText, RowsByKey } from './row-keys.ts'

/** A related record, with the value that leads to it as one text. */
export type FoundRow = readonly [key: string, row: DatabaseRow]

/** Where related records go, and by which members of a row they are found. */
export interface RelatedMember {
  readonly name: string
  readonly local: readonly string[]
  /** A list; else one record, or null. */
  readonly many: boolean
}

/** Puts related records into rows, in place; `find` is asked once, for the values of all rows. */
export async function attachRelated(
  rows: readonly DatabaseRow[],
  { name, local, many }: RelatedMember,
  find: (values: readonly (readonly unknown[])[]) => Soon<readonly FoundRow[]>,
): Promise<void> {
  const asked = new Map<string, readonly unknown[]>()
  const keys = rows.map((row) => {
    const values = valuesIn(row, local)
    if (values === null) return null
    const key = keyText(values)
    asked.set(key, values)
    return key
  })
  const found = asked.size === 0 ? [] : await find([...asked.values()])
  const byKey = new RowsByKey(asked, found)
  for (const [position, row] of rows.entries()) {
    const key = keys[position] ?? null
    const others = key === null ? [] : byKey.get(key)
    row[name] = many ? others : (others[0] ?? null)
  }
}

/** What leads from a row to others; null where a part of it is missing. */
function valuesIn(row: DatabaseRow, members: readonly string[]): readonly unknown[] | null {
  const values: unknown[] = []
  for (const member of members) {
    const value = row[member]
    if (value === null || value === undefined) return null
    values.push(value)
  }
  return values
}
