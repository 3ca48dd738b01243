import { Problem } from '@millwright/contract/problem'

/** Bytes that the rows of one read may take together before they are read as a stream, or refused. */
export const mostBytesAtOnce = 16 * 2 ** 20

/** Rows of a read that would take more memory together than one request may. */
export class TooManyBytes extends Problem {
  constructor() {
    super(413, 'The records take more memory than one request may use. Ask for fewer records or fields.')
    this.name = 'TooManyBytes'
  }
}

/** About how many bytes a value of a row takes; nested lists and objects with all that is in them. */
export function bytesOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return valueBytes
  if (value instanceof Uint8Array) return value.length
  let bytes = valueBytes
  for (const name in value) bytes += valueBytes + bytesOf((value as Record<string, unknown>)[name])
  return bytes
}

const valueBytes = 8

const mostRows = 500
const mostBytes = 4 * 2 ** 20

/** Gathers rows into portions of at most 500 rows and, unless one row is larger, about 4 MB. */
export class Portion<Row> {
  #rows: Row[] = []
  #bytes = 0

  /** Whether the portion is full with this row. */
  add(row: Row): boolean {
    this.#rows.push(row)
    this.#bytes += bytesOf(row)
    return this.#rows.length >= mostRows || this.#bytes >= mostBytes
  }

  get isEmpty(): boolean {
    return this.#rows.length === 0
  }

  /** Returns the rows, and begins the next portion. */
  take(): Row[] {
    const rows = this.#rows
    this.#rows = []
    this.#bytes = 0
    return rows
  }
}

/** Divides rows into portions. */
export function* portionsOf<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  const portion = new Portion<Row>()
  for (const row of rows) if (portion.add(row)) yield portion.take()
  if (!portion.isEmpty) yield portion.take()
}
