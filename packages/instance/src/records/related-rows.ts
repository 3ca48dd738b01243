import type { DatabaseRow, MaybePromise } from '@millwright/connector/engine/statement'
import { keyText, RowsByKey } from './row-keys.ts'

/** A related record, with the key by which it was found as one text. */
export type FoundRow = readonly [key: string, row: DatabaseRow]

/** The member that receives related records, and the members of a row by which they are found. */
export interface RelatedMember {
  readonly name: string
  readonly local: readonly string[]
  /** Whether the value is a list; else one record or `null`. */
  readonly many: boolean
}

/** Attaches related records to rows, in place; `find` is called once with the values of all rows. */
export async function attachRelated(
  rows: readonly DatabaseRow[],
  { name, local, many }: RelatedMember,
  find: (values: readonly (readonly unknown[])[]) => MaybePromise<readonly FoundRow[]>,
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

/** Returns the key values of a row, or `null` if one is missing. */
function valuesIn(row: DatabaseRow, members: readonly string[]): readonly unknown[] | null {
  const values: unknown[] = []
  for (const member of members) {
    const value = row[member]
    if (value === null || value === undefined) return null
    values.push(value)
  }
  return values
}
