import type { DatabaseRow, MaybePromise } from '@millwright/connector/engine/statement'

/** Serializes the values of a key to one text, for comparison. */
export function keyText(values: readonly unknown[]): string {
  return values.length === 1 ? String(values[0]) : JSON.stringify(values.map(String))
}

/**
 * Finds rows by requested keys. A database may treat texts as equal that differ in case, accents or trailing blanks: a row whose exact
 * key was not requested is found by any key that differs in these only.
 */
export class RowsByKey {
  readonly #exact = new Map<string, DatabaseRow[]>()
  readonly #folded = new Map<string, DatabaseRow[]>()

  constructor(exactKeys: { has(key: string): boolean }, rows: Iterable<readonly [key: string, row: DatabaseRow]>) {
    for (const [key, row] of rows) {
      if (exactKeys.has(key)) add(this.#exact, key, row)
      else add(this.#folded, folded(key), row)
    }
  }

  get(key: string): readonly DatabaseRow[] {
    const exact = this.#exact.get(key)
    if (this.#folded.size === 0) return exact ?? none
    const others = this.#folded.get(folded(key))
    if (others === undefined) return exact ?? none
    return exact === undefined ? others : [...exact, ...others]
  }
}

const none: readonly DatabaseRow[] = []

function add(rows: Map<string, DatabaseRow[]>, key: string, row: DatabaseRow): void {
  const known = rows.get(key)
  if (known === undefined) rows.set(key, [row])
  else known.push(row)
}

function folded(key: string): string {
  return key.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trimEnd()
}

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
  const valuesByKey = new Map<string, readonly unknown[]>()
  const keys = rows.map((row) => {
    const values = valuesIn(row, local)
    if (values === null) return null
    const key = keyText(values)
    valuesByKey.set(key, values)
    return key
  })
  const found = valuesByKey.size === 0 ? [] : await find([...valuesByKey.values()])
  const byKey = new RowsByKey(valuesByKey, found)
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
