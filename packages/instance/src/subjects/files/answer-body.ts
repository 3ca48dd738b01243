import type { IncomingMessage } from 'node:http'
import { connectionLost } from '../../platform/network-error.ts'
import { unavailable } from './unavailable.ts'

/** Milliseconds to wait for the next bytes of an answer. */
const patience = 15_000
/** Bytes of an answer that is read as a whole: a thousand names are less. */
const longestText = 16 * 2 ** 20

/** The bytes of an answer as they are read; fails with 503 when they break off, or when none come for too long. */
export async function* readBytes(answer: IncomingMessage, where: string): AsyncGenerator<Buffer> {
  const bytes = answer.iterator()
  try {
    for (;;) {
      const timer = setTimeout(() => answer.destroy(new Error('No more bytes')), patience)
      const { done, value } = await bytes.next().finally(() => clearTimeout(timer))
      if (done === true) return
      yield value
    }
  } catch {
    throw unavailable(where, connectionLost)
  } finally {
    answer.destroy()
  }
}

export async function readText(answer: IncomingMessage, where: string): Promise<string> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of readBytes(answer, where)) {
    pieces.push(piece)
    length += piece.length
    if (length > longestText) throw unavailable(where, 'its response is longer than it should be.')
  }
  return Buffer.concat(pieces, length).toString('utf8')
}
