import type { GridSelection } from './selection.ts'

/** The rows of a grid as an anchor sees them. */
interface AnchorRows {
  /** Undefined while the row is not read. */
  readonly keyAt: (row: number) => string | undefined
  /** Null when the row is not at hand. */
  readonly placeOf: (key: string) => number | null
}

/**
 * Holds the selection to its rows: a paste, a deletion or typing has to hit the rows that were selected, wherever they
 * stand by then. When they are gone, or are not at hand any more, nothing is selected rather than what took their place.
 */
export class SelectionAnchor {
  readonly #selection: GridSelection
  readonly #rows: AnchorRows
  #active: string | undefined
  #head: string | undefined
  #moving = false

  constructor(selection: GridSelection, rows: AnchorRows) {
    this.#selection = selection
    this.#rows = rows
    selection.changed.subscribe(() => this.#take())
  }

  /** Puts the selection where its rows are now. */
  settle(): void {
    const { active, head } = this.#selection
    this.#active ??= this.#rows.keyAt(active.row)
    this.#head ??= this.#rows.keyAt(head.row)
    const rows = [this.#placeNow(active.row, this.#active), this.#placeNow(head.row, this.#head)] as const
    if (rows[0] === active.row && rows[1] === head.row) return
    this.#moving = true
    if (rows.includes(null)) this.#selection.leave()
    else this.#selection.moveRows(rows[0] ?? 0, rows[1] ?? 0)
    this.#moving = false
  }

  /** Rows got other keys, as new ones do when they are stored. */
  rename(keys: ReadonlyMap<string, string>): void {
    this.#active = keys.get(this.#active ?? '') ?? this.#active
    this.#head = keys.get(this.#head ?? '') ?? this.#head
  }

  #take(): void {
    const { active, head, isEmpty } = this.#selection
    if (this.#moving || isEmpty) return
    this.#active = this.#rows.keyAt(active.row)
    this.#head = this.#rows.keyAt(head.row)
  }

  #placeNow(row: number, key: string | undefined): number | null {
    const present = this.#rows.keyAt(row)
    if (key === undefined || present === key) return row
    const place = this.#rows.placeOf(key)
    if (place !== null) return place
    return row >= 0 && present === undefined ? row : null
  }
}
