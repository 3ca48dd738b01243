/**
 * CSV as described in docs/wire/formats.md, read and written in chunks. Cells are separated by commas, in files for people also by
 * semicolons or tabs. Quoted cells may contain delimiters, line breaks and doubled quotes. Lines are written with LF, and read with
 * CR, LF or CRLF.
 */

/** Thrown for text that is not valid CSV. */
export class CsvError extends Error {
  /** Line number, counted from 1. */
  readonly line: number
  /** A clause that completes the message. */
  readonly reason: string

  constructor(line: number, reason: string) {
    super(`This is not valid CSV at line ${line}: ${reason}.`)
    this.name = 'CsvError'
    this.line = line
    this.reason = reason
  }
}

export interface CsvReaderOptions {
  /** One character; defaults to a comma. */
  readonly delimiter?: string
  /** Maximum number of characters in a row; unlimited by default. */
  readonly longestRow?: number
  /**
   * Parses clipboard text: an empty line is a row with one empty cell, a quote inside a cell is an ordinary character, and an
   * unclosed quote ends with the text.
   */
  readonly lenient?: boolean
}

const quote = 0x22
const lineFeed = 0x0a
const carriageReturn = 0x0d

/** A streaming single-pass parser. Throws `CsvError` for invalid text and cannot be used afterwards. */
export class CsvReader {
  readonly #delimiter: number
  readonly #longestRow: number
  readonly #lenient: boolean
  #cell = ''
  #row: string[] = []
  #state: 'begin' | 'bare' | 'quoted' | 'closed' = 'begin'
  #started = false
  #afterReturn = false
  #line = 1
  /** Line of the open quote. */
  #quoteLine = 1
  /** Number of characters of the current row in previous chunks. */
  #length = 0
  #rowLine = 1
  #lines: number[] = []

  constructor({ delimiter = ',', longestRow = Number.POSITIVE_INFINITY, lenient = false }: CsvReaderOptions = {}) {
    this.#delimiter = delimiter.charCodeAt(0)
    this.#longestRow = longestRow
    this.#lenient = lenient
  }

  /** First lines of the rows of the latest `read` or `end`, counted from 1. */
  get lines(): readonly number[] {
    return this.#lines
  }

  /** Parses the next chunk and returns the rows it completes. A byte order mark at the start is skipped. */
  read(piece: string): string[][] {
    const rows: string[][] = []
    this.#lines = []
    let at = 0
    let rowStart = 0
    if (!this.#started && piece !== '') {
      this.#started = true
      if (piece.charCodeAt(0) === 0xfeff) at = 1
    }
    while (at < piece.length) {
      if (this.#state === 'quoted') {
        at = this.#readQuoted(piece, at)
        continue
      }
      const code = piece.charCodeAt(at)
      if (this.#afterReturn) {
        this.#afterReturn = false
        if (code === lineFeed) {
          at += 1
          continue
        }
      }
      if (code === this.#delimiter) {
        this.#endCell()
        at += 1
      } else if (code === lineFeed || code === carriageReturn) {
        at += 1
        this.#afterReturn = code === carriageReturn
        this.#endRow(rows, at - rowStart)
        rowStart = at
      } else if (code === quote && this.#state === 'begin') {
        this.#state = 'quoted'
        this.#quoteLine = this.#line
        at += 1
      } else if (code === quote && this.#state === 'closed') {
        this.#cell += '"'
        this.#state = 'quoted'
        at += 1
      } else at = this.#readBare(piece, at)
    }
    this.#length += piece.length - rowStart
    this.#bound()
    return rows
  }

  /** Returns the last row if no line break ended it. */
  end(): string[][] {
    if (this.#state === 'quoted' && !this.#lenient) throw new CsvError(this.#quoteLine, 'a quote is not closed')
    const rows: string[][] = []
    this.#lines = []
    if (this.#state !== 'begin' || this.#row.length > 0) this.#endRow(rows, 0)
    return rows
  }

  #readQuoted(piece: string, at: number): number {
    const close = piece.indexOf('"', at)
    const end = close < 0 ? piece.length : close
    this.#cell += piece.slice(at, end)
    for (let feed = piece.indexOf('\n', at); feed >= 0 && feed < end; feed = piece.indexOf('\n', feed + 1))
      this.#line += 1
    if (close < 0) return end
    this.#state = 'closed'
    return end + 1
  }

  #readBare(piece: string, from: number): number {
    if (this.#state === 'closed' && !this.#lenient)
      throw new CsvError(this.#line, 'something stands behind a closed quote')
    let at = from
    for (; at < piece.length; at += 1) {
      const code = piece.charCodeAt(at)
      if (code === this.#delimiter || code === lineFeed || code === carriageReturn) break
      if (code === quote && !this.#lenient) throw new CsvError(this.#line, 'a quote stands inside a cell')
    }
    this.#cell += piece.slice(from, at)
    this.#state = 'bare'
    return at
  }

  #endCell(): void {
    this.#row.push(this.#cell)
    this.#cell = ''
    this.#state = 'begin'
  }

  /** @param length number of the row's characters in this chunk */
  #endRow(rows: string[][], length: number): void {
    this.#length += length
    this.#bound()
    this.#length = 0
    const isEmpty = this.#state === 'begin' && this.#row.length === 0
    if (!isEmpty || this.#lenient) {
      this.#endCell()
      rows.push(this.#row)
      this.#lines.push(this.#rowLine)
      this.#row = []
    }
    this.#line += 1
    this.#rowLine = this.#line
  }

  #bound(): void {
    if (this.#length > this.#longestRow)
      throw new CsvError(this.#line, `a row is longer than ${this.#longestRow} characters`)
  }
}

/** Parses a whole text. Throws `CsvError`. */
export function readCsv(text: string, options?: CsvReaderOptions): string[][] {
  const reader = new CsvReader(options)
  const rows = reader.read(text)
  rows.push(...reader.end())
  return rows
}

/**
 * Formats a line, with its line break. `null` and `undefined` are empty, and an empty text is `""`. A single cell is always `""`
 * if it is empty, because an empty line is not a row. Cells with a quote, the delimiter or a line break, or with white space at
 * either end, are quoted.
 */
export function csvLine(cells: readonly (string | null | undefined)[], delimiter = ','): string {
  if (cells.length === 1 && (cells[0] ?? '') === '') return '""\n'
  let line = ''
  for (let at = 0; at < cells.length; at += 1) {
    if (at > 0) line += delimiter
    line += csvCell(cells[at], delimiter)
  }
  return `${line}\n`
}

/** What readers may trim from the ends of a cell. */
const blank = /[\s\ufeff]/

/** Formats a cell, quoted if necessary. */
export function csvCell(text: string | null | undefined, delimiter = ','): string {
  if (text === null || text === undefined) return ''
  const plain =
    text !== '' &&
    !/["\r\n]/.test(text) &&
    !text.includes(delimiter) &&
    !blank.test(text.charAt(0)) &&
    !blank.test(text.charAt(text.length - 1))
  return plain ? text : `"${text.replaceAll('"', '""')}"`
}

/**
 * Prevents spreadsheets from running a text as a formula by prefixing it with an apostrophe. Only for files that people look at,
 * not for files that are imported again, which must contain the stored text.
 */
export function escapeFormula(text: string): string {
  return /^[=+\-@\t\r]/.test(text) && !/^[+-]?\d+(\.\d+)?$/.test(text) ? `'${text}` : text
}
