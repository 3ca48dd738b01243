import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw, deflateRawSync } from 'node:zlib'
import { mediaType } from '@millwright/connector/files/content-type'
import type { FileStorage } from '@millwright/connector/files/file-storage'
import { walk } from './walk.ts'
import { descriptor, directoryRecord, type EntryFacts, endRecords, localHeader } from './zip-records.ts'

export interface ZipEntry {
  /** Path in the archive, with slashes; that of a folder ends with one. */
  readonly name: string
  /** `null`: a folder. Closed in any case. */
  readonly content: AsyncIterable<Uint8Array> | null
  /** Absent: now. */
  readonly modified?: Date
}

/** Bytes of the directory that are sent at once. */
const portion = 64 * 2 ** 10

/**
 * An archive, created while it is read. Of an entry that was sent only its record in the directory remains in memory, and small files are
 * compressed at once: streams that compress take a quarter of a megabyte each until they are collected.
 */
export const zipStream = (entries: AsyncIterable<ZipEntry>): Readable =>
  Readable.from(zipped(entries), { objectMode: false, highWaterMark: portion })

async function* zipped(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = []
  let records: Buffer[] = []
  let [count, length, gathered, offset] = [0, 0, 0, 0]
  for await (const entry of entries) {
    const { facts, written } = yield* packed(entry, offset)
    const record = directoryRecord(facts)
    offset += written
    count += 1
    length += record.length
    gathered += record.length
    records.push(record)
    if (gathered < portion) continue
    directory.push(Buffer.concat(records))
    records = []
    gathered = 0
  }
  yield* directory
  yield Buffer.concat([...records, endRecords(count, length, offset)])
}

/** Bytes at the start of a file that are compressed to decide whether compression is worthwhile. */
const sample = 16 * 2 ** 10
/** Compression is worthwhile if the sample shrinks to at most this fraction. */
const worthWhile = 0.95
/** Compresses nearly as well as the default 6, in half the time. */
const level = 3
/** Bytes up to which a file is compressed at once. */
const small = 256 * 2 ** 10

interface Packed {
  /** What the directory says. */
  readonly facts: EntryFacts
  /** Number of bytes. */
  readonly written: number
}

async function* packed({ name, content, modified }: ZipEntry, offset: number): AsyncGenerator<Buffer, Packed> {
  const facts = { name: Buffer.from(name), isFolder: content === null, modified: modified ?? new Date(), offset }
  const nothing = { isDeflated: false, isStreamed: false, crc: 0, packedSize: 0, size: 0 }
  if (content === null) {
    const whole = { ...facts, ...nothing }
    const header = localHeader(whole)
    yield header
    return { facts: whole, written: header.length }
  }
  const pieces = content[Symbol.asyncIterator]()
  try {
    const { bytes, isAll } = await beginningOf(pieces)
    const isDeflated = !isPacked(name) && shrinks(bytes)
    if (isAll) {
      const body = isDeflated ? deflateRawSync(bytes, { level }) : bytes
      const sizes = { crc: crc32(bytes), packedSize: body.length, size: bytes.length }
      const whole = { ...facts, isDeflated, isStreamed: false, ...sizes }
      const written = Buffer.concat([localHeader(whole), body])
      yield written
      return { facts: whole, written: written.length }
    }
    const sizes = { crc: 0, packedSize: 0, size: 0 }
    const streamed = { ...facts, isDeflated, isStreamed: true }
    const header = localHeader({ ...streamed, ...sizes })
    yield header
    const source = counted(bytes, pieces, sizes)
    for await (const piece of isDeflated ? deflated(source) : source) {
      sizes.packedSize += piece.length
      yield piece
    }
    const end = descriptor(sizes)
    yield end
    return { facts: { ...streamed, ...sizes }, written: header.length + sizes.packedSize + end.length }
  } finally {
    await pieces.return?.()
  }
}

/** The first bytes of a file; all of them if they are few. */
async function beginningOf(pieces: AsyncIterator<Uint8Array>) {
  const found: Uint8Array[] = []
  let length = 0
  while (length <= small) {
    const { done, value } = await pieces.next()
    if (done === true) return { bytes: Buffer.concat(found), isAll: true }
    found.push(value)
    length += value.length
  }
  return { bytes: Buffer.concat(found), isAll: false }
}

/** Passes bytes through, and adds them to size and checksum. */
async function* counted(
  beginning: Buffer,
  rest: AsyncIterator<Uint8Array>,
  sizes: { crc: number; size: number },
): AsyncGenerator<Buffer> {
  for (let piece: Uint8Array | null = beginning; piece !== null; ) {
    sizes.crc = crc32(piece, sizes.crc)
    sizes.size += piece.length
    yield Buffer.from(piece.buffer, piece.byteOffset, piece.length)
    const next = await rest.next()
    piece = next.done === true ? null : next.value
  }
}

/** Fails like its source. */
function deflated(source: AsyncIterable<Uint8Array>): AsyncIterable<Buffer> {
  const compressor = createDeflateRaw({ level })
  pipeline(source, compressor, () => undefined)
  return compressor
}

function shrinks(beginning: Uint8Array): boolean {
  const bytes = beginning.subarray(0, sample)
  return deflateRawSync(bytes, { level: 1 }).length < bytes.length * worthWhile
}

/** Whether files of this type are already compressed. */
const isPacked = (name: string) =>
  /^(?:image\/(?!svg)|video|audio|font\/woff|application\/(?:zip|gzip|vnd))/.test(mediaType(name))

/** The content of a folder that the caller may read, by its path relative to the folder. */
export async function* folderEntries(
  storage: FileStorage,
  root: string,
  mayRead: (path: string) => boolean,
): AsyncGenerator<ZipEntry> {
  const from = root === '' ? 0 : root.length + 1
  for await (const { entry, path } of walk(storage, root, mayRead)) {
    const name = path.slice(from)
    const modified = new Date(entry.modified ?? Date.now())
    if (entry.type === 'folder') {
      yield { name: `${name}/`, content: null, modified }
      continue
    }
    const file = mayRead(path) ? await storage.open(path) : null
    // The file was deleted meanwhile.
    if (file !== null) yield { name, content: file.content(), modified }
  }
}
