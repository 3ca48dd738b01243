import type { IncomingMessage } from 'node:http'
import { connectionLost } from '../error-words.ts'
import { unavailable } from './unavailable.ts'

/** Milliseconds to wait for the next bytes of a response. */
const readTimeout = 15_000
/** Maximum bytes of a response that is read as a whole, more than a list of a thousand names needs. */
const maxTextBytes = 16 * 2 ** 20

/** Yields the bytes of a response as they arrive. Throws a 503 if the connection breaks or no bytes arrive in time. */
export async function* readBytes(answer: IncomingMessage, where: string): AsyncGenerator<Buffer> {
  const bytes = answer.iterator()
  try {
    for (;;) {
      const timer = setTimeout(() => answer.destroy(new Error('No more bytes')), readTimeout)
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
    if (length > maxTextBytes) throw unavailable(where, 'its response is longer than it should be.')
  }
  return Buffer.concat(pieces, length).toString('utf8')
}
