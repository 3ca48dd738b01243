import type { FileHandle } from 'node:fs/promises'
import { crc32, inflateRawSync } from 'node:zlib'
import { type FileEntry, Reader } from '@zip.js/zip.js'

/** Bytes that are read at once, as most reads are of what follows the one before. */
const portion = 256 * 2 ** 10

/** Reads an archive from disk instead of loading it into memory. */
export class ArchiveFile extends Reader<FileHandle> {
  readonly #handle: FileHandle
  /** What was read last, and where it starts. */
  #last: { readonly from: number; readonly bytes: Uint8Array } = { from: 0, bytes: new Uint8Array() }

  constructor(handle: FileHandle, size: number) {
    super(handle)
    this.#handle = handle
    this.size = size
  }

  override async readUint8Array(index: number, length: number): Promise<Uint8Array> {
    const end = Math.min(index + length, this.size)
    if (index >= end) return new Uint8Array()
    if (end - index >= portion) return this.#read(index, end - index)
    let { from, bytes } = this.#last
    if (index < from || end > from + bytes.length) {
      bytes = await this.#read(index, Math.min(portion, this.size - index))
      from = index
      this.#last = { from, bytes }
    }
    return bytes.slice(index - from, end - from)
  }

  async #read(index: number, length: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(length)
    const { bytesRead } = await this.#handle.read(bytes, 0, length, index)
    return bytesRead === length ? bytes : bytes.subarray(0, bytesRead)
  }
}

/** What an archive is read from, by the place and number of bytes. */
type ArchiveBytes = Pick<Reader<unknown>, 'readUint8Array'>

/** Thrown for an entry that is not what its records say. */
class Damaged extends Error {}

/**
 * Yields the decompressed bytes of an entry, and fails if they do not match its checksum. Small ones are decompressed at once, since streams
 * that decompress stay in memory until they are collected. `password`: for encrypted entries.
 */
export async function* unpacked(
  entry: FileEntry,
  archive: ArchiveBytes,
  password: string | null = null,
): AsyncGenerator<Uint8Array> {
  const { encrypted, compressionMethod, compressedSize, uncompressedSize } = entry
  const isPlain = !encrypted && (compressionMethod === stored || compressionMethod === deflated)
  if (isPlain && compressedSize <= portion / 2 && uncompressedSize <= portion) {
    const bytes = await smallEntry(entry, archive)
    if (bytes.length > 0) yield bytes
    return
  }
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const opened = encrypted && password !== null ? { password } : {}
  const done = entry.getData(writable, { useWebWorkers: false, checkSignature: true, ...opened })
  // What fails before the stream is used would leave its reader waiting; it is reported again where `done` is awaited.
  done.catch((error: unknown) => writable.abort(error).catch(() => undefined))
  yield* readable
  await done
}

const [stored, deflated] = [0, 8]
const localHeader = { signature: 0x0403_4b50, length: 30, nameLength: 26, extraLength: 28 }

/** Returns the bytes of an entry, decompressed. Throws if they are not as long as announced. */
async function smallEntry(entry: FileEntry, archive: ArchiveBytes): Promise<Uint8Array> {
  const { offset, compressionMethod, compressedSize, uncompressedSize, signature } = entry
  const header = Buffer.from(await archive.readUint8Array(offset, localHeader.length))
  if (header.length < localHeader.length || header.readUInt32LE() !== localHeader.signature) throw new Damaged()
  const names = header.readUInt16LE(localHeader.nameLength) + header.readUInt16LE(localHeader.extraLength)
  const packed = await archive.readUint8Array(offset + localHeader.length + names, compressedSize)
  if (packed.length < compressedSize) throw new Damaged()
  const maxOutputLength = Math.max(1, uncompressedSize)
  const bytes = compressionMethod === stored ? packed : inflateRawSync(packed, { maxOutputLength })
  if (bytes.length !== uncompressedSize || crc32(bytes) !== signature) throw new Damaged()
  return bytes
}
