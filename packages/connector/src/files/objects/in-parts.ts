import type { FileBytes } from '../file-storage.ts'

/** Bytes of the first parts of a multipart upload. Two parts are in memory at once. */
export const partSize = 8 * 2 ** 20
/** An upload has at most 10,000 parts. The part size doubles after this many parts, so that files of any size fit. */
const partsOfOneSize = 1250

/** Splits the content into parts of the current size, except for the last part. */
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
