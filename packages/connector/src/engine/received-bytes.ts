import { TooManyBytes } from './row-bytes.ts'

/** Milliseconds between looks at what has arrived: a fast network delivers some 20 MB meanwhile. */
const pause = 20

/**
 * Runs a statement whose answer arrives on a socket. Throws `TooManyBytes` if more than `most` bytes arrive, and calls `abandon`, which ends
 * the connection, if more are to come. `most` undefined: any number.
 */
export async function receivedWithin<T>(
  most: number | undefined,
  socket: { readonly bytesRead: number },
  abandon: () => void,
  run: () => Promise<T>,
): Promise<T> {
  if (most === undefined) return run()
  const before = socket.bytesRead
  const exceeds = () => socket.bytesRead - before > most
  let abandoned = false
  const watch = setInterval(() => {
    if (abandoned || !exceeds()) return
    abandoned = true
    abandon()
  }, pause)
  try {
    const result = await run()
    if (exceeds()) throw new TooManyBytes()
    return result
  } catch (error) {
    throw abandoned ? new TooManyBytes() : error
  } finally {
    clearInterval(watch)
  }
}
