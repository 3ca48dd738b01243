import { readCsv } from './csv.ts'

/** Delimiters of CSV files, by the names under which requests name them (docs/wire/formats.md). */
export const csvDelimiters = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const
export type CsvDelimiter = (typeof csvDelimiters)[keyof typeof csvDelimiters]

/** How a CSV file is written. */
export interface CsvForm {
  readonly delimiter: CsvDelimiter
  /** Whether numbers have a decimal comma. */
  readonly decimalComma: boolean
  /** Whether the first line has the column names. */
  readonly hasHeader: boolean
}

interface RecognizedCsv extends CsvForm {
  /** Characters before the first line: a byte order mark, and the line `sep=;` of spreadsheets. */
  readonly skip: number
}

/** Characters of a file by which its form is recognized. */
export const csvHead = 64 * 1024
const sampleRows = 100

const separatorLine = /^\ufeff?"?sep=([,;\t|])"?(?:\r\n|\r|\n|$)/i

/**
 * Recognizes the form of a CSV file by the beginning of its text, as far as it is not told. Lines that a delimiter splits into equally
 * many cells tell the delimiter; numbers with a comma, and none with a point, tell the decimal sign; numbers in the first line, above
 * numbers, tell that it has no names.
 */
export function recognizeCsv(text: string, overrides: Partial<CsvForm> = {}): RecognizedCsv {
  const head = text.slice(0, csvHead)
  const separator = separatorLine.exec(head)
  const skip = separator?.[0].length ?? (head.startsWith('\ufeff') ? 1 : 0)
  const body = completeLines(head.slice(skip), text.length > csvHead)
  const delimiter = overrides.delimiter ?? delimiterNamed(separator?.[1]) ?? delimiterOf(body)
  const rows = sampleOf(body, delimiter)
  return {
    delimiter,
    decimalComma: overrides.decimalComma ?? (delimiter !== ',' && hasDecimalComma(rows)),
    hasHeader: overrides.hasHeader ?? looksNamed(rows),
    skip,
  }
}

const delimiterNamed = (sign: string | undefined) => Object.values(csvDelimiters).find((each) => each === sign)

/** Without a last line that may go on. */
function completeLines(text: string, isCut: boolean): string {
  const end = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'))
  return isCut && end > 0 ? text.slice(0, end) : text
}

const sampleOf = (text: string, delimiter: string) => readCsv(text, { delimiter, lenient: true }).slice(0, sampleRows)

/** The sign that splits most lines like the first one; among equals, the one with the most cells. */
function delimiterOf(text: string): CsvDelimiter {
  let best = { delimiter: csvDelimiters.comma as CsvDelimiter, share: 0, width: 1 }
  for (const delimiter of Object.values(csvDelimiters)) {
    if (!text.includes(delimiter)) continue
    const rows = sampleOf(text, delimiter).filter((row) => row.length > 1 || row[0] !== '')
    const width = rows[0]?.length ?? 0
    const share = rows.filter((row) => row.length === width).length / rows.length
    const isBetter = share > best.share || (share === best.share && width > best.width)
    if (width > 1 && isBetter) best = { delimiter, share, width }
  }
  return best.delimiter
}

const withPoint = /^[+-]?\d*\.\d+(?:e[+-]?\d+)?$/i
const withComma = /^[+-]?(?:\d+|\d{1,3}(?:\.\d{3})+),\d+(?:e[+-]?\d+)?$/i

function hasDecimalComma(rows: readonly (readonly string[])[]): boolean {
  const cells = rows.flat().map((cell) => cell.trim())
  return cells.some((cell) => withComma.test(cell)) && !cells.some((cell) => withPoint.test(cell))
}

const isNumber = (cell: string) => /\d/.test(cell) && /^[+-]?[\d.,\s]+%?$/.test(cell.trim())

function looksNamed([first = [], second]: readonly (readonly string[])[]): boolean {
  return second === undefined || !first.some((cell, at) => isNumber(cell) && isNumber(second[at] ?? ''))
}

/**
 * Converts a number with a decimal comma to one with a point. Groups of thousands are joined if there is a comma too. Returns
 * `null` for a number that has a point only, which may be either sign, and other texts as they are.
 */
export function numberWithPoint(text: string): string | null {
  const plain = text.trim()
  if (withComma.test(plain)) return plain.replaceAll('.', '').replace(',', '.')
  return withPoint.test(plain) ? null : text
}
