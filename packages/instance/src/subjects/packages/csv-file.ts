import { createReadStream } from 'node:fs'
import { Problem } from '@millwright/contract/problem'
import { CsvFault, CsvReader } from '@millwright/contract/wire/csv'

/** Characters. */
const longestRow = 10 * 2 ** 20

/**
 * The rows of a CSV file as cells, some at a time, however long it is. Refuses with 400 what is no UTF-8 text or no CSV, or has a
 * row of more than ten million characters.
 */
export async function* csvFile(file: string): AsyncGenerator<string[][]> {
  const reader = new CsvReader({ longestRow })
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const piece of createReadStream(file, { highWaterMark: 64 * 1024 })) {
      yield reader.read(decoder.decode(piece, { stream: true }))
    }
    yield reader.read(decoder.decode())
    yield reader.end()
  } catch (error) {
    throw refusalOf(error)
  }
}

function refusalOf(error: unknown): unknown {
  if (error instanceof CsvFault)
    return new Problem(400, `The CSV file is not valid at line ${error.line}: ${error.reason}.`)
  if (error instanceof TypeError) return new Problem(400, 'The CSV file is not valid UTF-8 text.')
  return error
}
