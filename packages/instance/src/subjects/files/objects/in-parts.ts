import type { FileBytes } from '../../../gateway/ports/file-storage.ts'

/** Bytes of a part of a long file, of which two are in memory at once. */
export const partSize = 8 * 2 ** 20
/** A file has 10,000 parts at most; they double after each such number, so that any file fits. */
const partsOfOneSize = 1250

/** The content in parts of one size, but for the last. */
export async function* inParts(content: FileBytes): AsyncGenerator<Uint8Array> {
  let pieces: Uint8Array[] = []
  let length = 0
  let count = 0
  for await (const bytes of content instanceof Uint8Array ? [content] : content) {
    let left = bytes
    while (left.length > 0) {
      const wanted = partSize * 2 ** Math.floor(count / partsOfOneSize) - length
      pieces.push(left.subarray(0, wanted))
      length += Math.min(wanted, left.length)
      if (left.length < wanted) break
      left = left.subarray(wanted)
      yield Buffer.concat(pieces, length)
      pieces = []
      length = 0
      count += 1
    }
  }
  if (length > 0) yield Buffer.concat(pieces, length)
}
