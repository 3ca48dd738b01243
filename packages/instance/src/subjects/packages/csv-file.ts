import { createReadStream } from 'node:fs'
import { Problem } from '@millwright/contract/problem'
import { csvRows } from '../../http/formats/csv-rows.ts'

/** Characters. */
const longestRow = 10 * 2 ** 20

/** The rows of a CSV file as cells, some at a time, however long it is. Refuses with 400 what is no UTF-8 text or no CSV. */
export async function* csvFile(file: string): AsyncGenerator<string[][]> {
  let waiting = ''
  let line = 1
  for await (const text of texts(file)) {
    waiting += text
    const end = lastRowEnd(waiting)
    if (end > 0) {
      const whole = waiting.slice(0, end)
      yield csvRows(whole, line)
      line += whole.split('\n').length - 1
      waiting = waiting.slice(end)
    }
    if (waiting.length > longestRow)
      throw new Problem(400, `The CSV file has a row that is longer than ${longestRow} characters.`)
  }
  if (waiting !== '') yield csvRows(waiting, line)
}

async function* texts(file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const piece of createReadStream(file, { highWaterMark: 16 * 1024 }))
      yield decoder.decode(piece, { stream: true })
    yield decoder.decode()
  } catch (error) {
    if (error instanceof TypeError) throw new Problem(400, 'The CSV file is not valid UTF-8 text.')
    throw error
  }
}

/** Behind the last line end that is not inside of quotes; 0: there is none. */
function lastRowEnd(text: string): number {
  let quoted = false
  let end = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0x22) quoted = !quoted
    else if (code === 0x0a && !quoted) end = at + 1
  }
  return end
}
