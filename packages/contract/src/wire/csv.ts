/**
 * CSV as docs/wire/formats.md has it, read and written piece by piece. Cells are apart by a comma, in files of people by a
 * semicolon or a tab too. A cell in quotes may hold delimiters, line ends and doubled quotes. Lines end with LF when written, with
 * CR, LF or both when read.
 */

/** A text that is no CSV. */
export class CsvFault extends Error {
  /** Of the text, counted from 1. */
  readonly line: number
  /** Half a sentence. */
  readonly reason: string

  constructor(line: number, reason: string) {
    super(`This is not valid CSV at line ${line}: ${reason}.`)
    this.name = 'CsvFault'
    this.line = line
    this.reason = reason
  }
}

export interface CsvReaderOptions {
  /** One character; a comma unless given. */
  readonly delimiter?: string
  /** Characters that a row may have; any number unless given. */
  readonly longestRow?: number
  /**
   * As cells come from the clipboard: an empty line is a row of one empty cell, a quote that does not begin a cell is a character
   * like others, and a quote that is not closed ends with the text.
   */
  readonly lenient?: boolean
}

const quote = 0x22
const lineFeed = 0x0a
const carriageReturn = 0x0d

/** Reads a text that comes in pieces, in one pass. Throws `CsvFault` for what is no CSV; then the reader is of no more use. */
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
  /** Where the quote stands that is open. */
  #quoteLine = 1
  /** Characters of the row in earlier pieces. */
  #length = 0
  #rowLine = 1
  #lines: number[] = []

  constructor({ delimiter = ',', longestRow = Number.POSITIVE_INFINITY, lenient = false }: CsvReaderOptions = {}) {
    this.#delimiter = delimiter.charCodeAt(0)
    this.#longestRow = longestRow
    this.#lenient = lenient
  }

  /** On which lines the rows of the latest `read` or `end` begin, counted from 1. */
  get lines(): readonly number[] {
    return this.#lines
  }

  /** Takes the next piece; the rows that are complete with it. A byte order mark in front of the first is left out. */
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

  /** The row that no line end closed; none, when there is none. */
  end(): string[][] {
    if (this.#state === 'quoted' && !this.#lenient) throw new CsvFault(this.#quoteLine, 'a quote is not closed')
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
      throw new CsvFault(this.#line, 'something stands behind a closed quote')
    let at = from
    for (; at < piece.length; at += 1) {
      const code = piece.charCodeAt(at)
      if (code === this.#delimiter || code === lineFeed || code === carriageReturn) break
      if (code === quote && !this.#lenient) throw new CsvFault(this.#line, 'a quote stands inside a cell')
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

  /** @param length characters of the row in this piece */
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
      throw new CsvFault(this.#line, `a row is longer than ${this.#longestRow} characters`)
  }
}

/** The rows of a whole text. Throws `CsvFault`. */
export function readCsv(text: string, options?: CsvReaderOptions): string[][] {
  const reader = new CsvReader(options)
  const rows = reader.read(text)
  rows.push(...reader.end())
  return rows
}

/**
 * A line with its end. Null and undefined are nothing between delimiters, an empty text is `""`; where it is the only cell, each is
 * `""`, as an empty line is no row. Cells that hold a quote, the delimiter or a line end, or begin or end with white space, are in
 * quotes.
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

/** What readers may cut off at the ends of a cell. */
const blank = /[\s\ufeff]/

/** A cell as it stands in a line. */
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
 * A text that spreadsheets do not run as a formula: an apostrophe stands in front where they would. For files that people look at,
 * never for those that are read back, which have to hold what is stored.
 */
export function harmlessCell(text: string): string {
  return /^[=+\-@\t\r]/.test(text) && !/^[+-]?\d+(\.\d+)?$/.test(text) ? `'${text}` : text
}
