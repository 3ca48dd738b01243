import type { Readable } from 'node:stream'
import { deflateRawSync } from 'node:zlib'
import type { ZipWriter, ZipWriterAddDataOptions } from '@zip.js/zip.js'
import { mediaType } from './content-type.ts'

/** Bytes of the beginning of a file by which it is told whether packing is worth while. */
const sample = 16 * 2 ** 10
/** Of these, the part that may be left at most. */
const worthWhile = 0.95
/** Nearly as small as by the usual 6, in half the time. */
const level = 3

/** Adds a file, packed unless that makes it no smaller. The content is destroyed. */
export async function addToZip(
  zip: ZipWriter<unknown>,
  name: string,
  content: Readable,
  options: ZipWriterAddDataOptions,
): Promise<void> {
  const pieces: AsyncIterator<Uint8Array> = content[Symbol.asyncIterator]()
  try {
    const first = await pieces.next()
    const isWorthWhile = first.done !== true && !isPacked(name) && shrinks(first.value)
    await zip.add(name, webStream(pieces, first), { ...options, level: isWorthWhile ? level : 0 })
  } finally {
    content.destroy()
  }
}

/** What is read of `pieces`, after `first`. */
function webStream(pieces: AsyncIterator<Uint8Array>, first: IteratorResult<Uint8Array>): ReadableStream<Uint8Array> {
  let next: IteratorResult<Uint8Array> | null = first
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = next ?? (await pieces.next())
      next = null
      if (done === true) controller.close()
      else controller.enqueue(value)
    },
  })
}

function shrinks(beginning: Uint8Array): boolean {
  const bytes = beginning.subarray(0, sample)
  return deflateRawSync(bytes, { level: 1 }).length < bytes.length * worthWhile
}

/** Types that packing makes no smaller. */
const isPacked = (name: string) =>
  /^(?:image\/(?!svg)|video|audio|font\/woff|application\/(?:zip|gzip|vnd))/.test(mediaType(name))
