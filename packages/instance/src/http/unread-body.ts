import type { IncomingMessage } from 'node:http'

/**
 * Reads what is left of a body that is refused for its length, and keeps nothing of it: many clients read no answer before they have sent
 * everything, and a connection that ends under them hides it. Resolves at once when more than `most` bytes are still to come, or as soon as
 * more have come.
 */
export function passOver(request: IncomingMessage, most: number): Promise<void> {
  if (request.readableEnded || request.destroyed || Number(request.headers['content-length'] ?? 0) > most) {
    return Promise.resolve()
  }
  return new Promise((resolve) => {
    let bytes = 0
    const count = (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > most) done()
    }
    const ends = ['end', 'close', 'error'] as const
    const done = () => {
      request.off('data', count)
      for (const end of ends) request.off(end, done)
      resolve()
    }
    for (const end of ends) request.on(end, done)
    request.on('data', count).resume()
  })
}
