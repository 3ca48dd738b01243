import { Problem } from '@millwright/contract/problem'

export type Row = Record<string, unknown>
type ToRow = (values: ArrayLike<unknown>) => Row

/**
 * Returns a function that creates an object from a row's values. Its code is generated, so that all rows of a query share one
 * hidden class from the start: reading and serializing such rows takes two thirds of the time of rows filled in a loop
 * (docs/adr/0002-own-store.md).
 */
export function rowShape(columns: readonly string[]): ToRow {
  const members = columns.map((column, position) => `${memberName(column)}: values[${position}]`)
  return new Function('values', `return { ${members.join(', ')} }`) as ToRow
}

/** As a plain key, this name would set the prototype. */
function memberName(column: string): string {
  return column === '__proto__' ? '["__proto__"]' : JSON.stringify(column)
}

/** Returns a function that copies the named members of a row, in that order, also with generated code. */
export function rowPicker(names: readonly string[]): (row: Row) => Row {
  const members = names.map((name) => `${memberName(name)}: row[${JSON.stringify(name)}]`)
  return new Function('row', `return { ${members.join(', ')} }`) as (row: Row) => Row
}

/** Milliseconds between looks at what has arrived: a fast network delivers some 20 MB meanwhile. */
const pause = 20

/**
 * Runs a statement whose answer arrives on a socket. Throws `TooManyBytes` if more than `most` bytes arrive, and calls `abandon`, which ends
 * the connection, if more are to come. `most` undefined: any number.
 */
export async function receivedWithin<T>(
  most: number | undefined,
  socket: { readonly bytesRead: number },
  abandon: () => void,
  run: () => Promise<T>,
): Promise<T> {
  if (most === undefined) return run()
  const before = socket.bytesRead
  const exceeds = () => socket.bytesRead - before > most
  let abandoned = false
  const watch = setInterval(() => {
    if (abandoned || !exceeds()) return
    abandoned = true
    abandon()
  }, pause)
  try {
    const result = await run()
    if (exceeds()) throw new TooManyBytes()
    return result
  } catch (error) {
    throw abandoned ? new TooManyBytes() : error
  } finally {
    clearInterval(watch)
  }
}

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
