import type { FileHandle } from 'node:fs/promises'
import { crc32, inflateRawSync } from 'node:zlib'
import { Reader, ZipReader } from '@zip.js/zip.js'
import { type ArchiveBytes, DamagedArchive, type ListedEntry } from './zip-directory.ts'
import { endRecords } from './zip-records.ts'

/** Bytes that are read at once, as most reads are of what follows the one before. */
const portion = 256 * 2 ** 10

/** Reads an archive from disk instead of loading it into memory. */
export class ArchiveFile implements ArchiveBytes {
  readonly size: number
  readonly #handle: FileHandle
  /** What was read last, and where it starts. */
  #last: { readonly from: number; readonly bytes: Buffer } = { from: 0, bytes: Buffer.alloc(0) }

  constructor(handle: FileHandle, size: number) {
    this.#handle = handle
    this.size = size
  }

  async read(at: number, length: number): Promise<Buffer> {
    const end = Math.min(at + length, this.size)
    if (at >= end) return Buffer.alloc(0)
    if (end - at >= portion) return this.#fetch(at, end - at)
    let { from, bytes } = this.#last
    if (at < from || end > from + bytes.length) {
      bytes = await this.#fetch(at, Math.min(portion, this.size - at))
      from = at
      this.#last = { from, bytes }
    }
    return bytes.subarray(at - from, end - from)
  }

  async #fetch(at: number, length: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafeSlow(length)
    const { bytesRead } = await this.#handle.read(bytes, 0, length, at)
    return bytes.subarray(0, bytesRead)
  }
}

/**
 * Yields the decompressed bytes of an entry, and fails if they do not match its checksum. Small ones are decompressed at once, since streams
 * that decompress stay in memory until they are collected. `password`: for encrypted entries.
 */
export async function* unpacked(
  entry: ListedEntry,
  archive: ArchiveBytes,
  password: string | null = null,
): AsyncGenerator<Uint8Array> {
  const { isEncrypted, method, packedSize, size } = entry
  const isPlain = !isEncrypted && (method === stored || method === deflated)
  if (isPlain && packedSize <= portion / 2 && size <= portion) {
    const bytes = await smallEntry(entry, archive)
    if (bytes.length > 0) yield bytes
    return
  }
  const [alone] = await new ZipReader(await LoneEntry.of(entry, archive)).getEntries()
  if (alone === undefined || alone.directory) throw new DamagedArchive()
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const opened = isEncrypted && password !== null ? { password } : {}
  const done = alone.getData(writable, { useWebWorkers: false, checkSignature: true, ...opened })
  // What fails before the stream is used would leave its reader waiting; it is reported again where `done` is awaited.
  done.catch((error: unknown) => writable.abort(error).catch(() => undefined))
  yield* readable
  await done
}

const stored = 0
const deflated = 8
const localHeader = { signature: 0x0403_4b50, length: 30, nameLength: 26, extraLength: 28 }

/** Where the content of an entry starts. Throws if nothing of that kind is where it should be. */
async function contentOf({ at }: ListedEntry, archive: ArchiveBytes): Promise<number> {
  const header = await archive.read(at, localHeader.length)
  if (header.length < localHeader.length || header.readUInt32LE() !== localHeader.signature) throw new DamagedArchive()
  const names = header.readUInt16LE(localHeader.nameLength) + header.readUInt16LE(localHeader.extraLength)
  return at + localHeader.length + names
}

/** Returns the bytes of an entry, decompressed. Throws if they are not as long as announced. */
async function smallEntry(entry: ListedEntry, archive: ArchiveBytes): Promise<Uint8Array> {
  const packed = await archive.read(await contentOf(entry, archive), entry.packedSize)
  if (packed.length < entry.packedSize) throw new DamagedArchive()
  const maxOutputLength = Math.max(1, entry.size)
  const bytes = entry.method === stored ? packed : inflateRawSync(packed, { maxOutputLength })
  if (bytes.length !== entry.size || crc32(bytes) !== entry.crc) throw new DamagedArchive()
  return bytes
}

/** Sizes and checksum behind a content, in their longest form. */
const descriptorLength = 24
/** Where a record of the directory says where the entry is. */
const recordPlace = 42

/** An archive that contains only one entry of another one, so that the library keeps nothing of the others. */
class LoneEntry extends Reader<ArchiveBytes> {
  readonly #archive: ArchiveBytes
  readonly #from: number
  /** Number of bytes that are those of the other archive. */
  readonly #length: number
  readonly #directory: Buffer

  private constructor(archive: ArchiveBytes, from: number, length: number, record: Buffer) {
    super(archive)
    this.#archive = archive
    this.#from = from
    this.#length = length
    this.#directory = Buffer.concat([record, endRecords(1, record.length, length)])
    this.size = length + this.#directory.length
  }

  static async of(entry: ListedEntry, archive: ArchiveBytes): Promise<LoneEntry> {
    const end = Math.min((await contentOf(entry, archive)) + entry.packedSize + descriptorLength, archive.size)
    const record = Buffer.from(await archive.read(entry.record.at, entry.record.length))
    if (record.length < entry.record.length) throw new DamagedArchive()
    record.writeUInt32LE(0, recordPlace)
    return new LoneEntry(archive, entry.at, end - entry.at, record)
  }

  override async readUint8Array(index: number, length: number): Promise<Uint8Array> {
    const end = Math.min(index + length, this.size)
    const rest = Math.min(end, this.#length) - index
    const before = rest > 0 ? await this.#archive.read(this.#from + index, rest) : Buffer.alloc(0)
    const behind = this.#directory.subarray(Math.max(0, index - this.#length), Math.max(0, end - this.#length))
    return Buffer.concat([before, behind])
  }
}
