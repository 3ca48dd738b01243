import { Problem } from '@millwright/contract/problem'
import type { BodyFormat } from '../../request/response-format.ts'
import type { CsvStyle } from './csv-options.ts'
import { writeCsv } from './write-csv.ts'
import { writeXml } from './write-xml.ts'

/** Details of CSV. */
export interface WrittenAs {
  /** Those of a list that may have no rows. */
  readonly columns?: readonly string[] | undefined
  readonly csv?: CsvStyle | undefined
}

export interface WrittenBody {
  readonly text: string
  readonly contentType: string
}

/**
 * Serializes a response's JSON value in the requested format (docs/wire/formats.md). Throws 500 if it is too deep or too long for
 * the format.
 */
export function writeBody(value: unknown, format: BodyFormat, as: WrittenAs = {}): WrittenBody {
  try {
    return written(value, format, as)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new Problem(500, `The response is too long, or nested too deeply, to be written as ${format.toUpperCase()}.`)
  }
}

function written(value: unknown, format: BodyFormat, { columns, csv }: WrittenAs): WrittenBody {
  switch (format) {
    case 'csv':
      return { text: writeCsv(value, columns, csv), contentType: 'text/csv; charset=UTF-8' }
    case 'xml':
      return { text: writeXml(value), contentType: 'application/xml' }
    case 'json':
      return { text: JSON.stringify(value ?? null), contentType: 'application/json' }
  }
}
