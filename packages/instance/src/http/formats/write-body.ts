import { Problem } from '@millwright/contract/problem'
import type { BodyFormat } from './body-format.ts'
import { writeCsv } from './write-csv.ts'
import { writeXml } from './write-xml.ts'

export interface WrittenBody {
  readonly text: string
  readonly contentType: string
}

/**
 * Serializes a response's JSON value in the requested format (docs/wire/formats.md). Throws 500 if it is too deep or too long for
 * the format. `columns`: those of a list that may have no rows.
 */
export function writeBody(value: unknown, format: BodyFormat, columns: readonly string[] = []): WrittenBody {
  try {
    return written(value, format, columns)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new Problem(500, `The response is too long, or nested too deeply, to be written as ${format.toUpperCase()}.`)
  }
}

function written(value: unknown, format: BodyFormat, columns: readonly string[]): WrittenBody {
  switch (format) {
    case 'csv':
      return { text: writeCsv(value, columns), contentType: 'text/csv; charset=UTF-8' }
    case 'xml':
      return { text: writeXml(value), contentType: 'application/xml' }
    case 'json':
      return { text: JSON.stringify(value ?? null), contentType: 'application/json' }
  }
}
