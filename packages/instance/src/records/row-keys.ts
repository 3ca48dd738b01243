import type { DatabaseRow } from '@millwright/connector/engine/statement'

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

  constructor(asked: { has(key: string): boolean }, rows: Iterable<readonly [key: string, row: DatabaseRow]>) {
    for (const [key, row] of rows) {
      if (asked.has(key)) add(this.#exact, key, row)
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
