import type { FileHandle } from 'node:fs/promises'
import { type FileEntry, Reader } from '@zip.js/zip.js'

/** Reads an archive from disk instead of loading it into memory. */
export class ArchiveFile extends Reader<FileHandle> {
  readonly #handle: FileHandle

  constructor(handle: FileHandle, size: number) {
    super(handle)
    this.#handle = handle
    this.size = size
  }

  override async readUint8Array(index: number, length: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(Math.max(0, Math.min(length, this.size - index)))
    const { bytesRead } = await this.#handle.read(bytes, 0, bytes.length, index)
    return bytesRead === bytes.length ? bytes : bytes.subarray(0, bytesRead)
  }
}

/** Yields the decompressed bytes of an entry, and fails if they do not match its checksum. `password`: for encrypted entries. */
export async function* unpacked(entry: FileEntry, password: string | null = null): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const opened = entry.encrypted && password !== null ? { password } : {}
  const done = entry.getData(writable, { useWebWorkers: false, checkSignature: true, ...opened })
  // The stream reports the failure first; it is reported again where `done` is awaited.
  done.catch(() => undefined)
  yield* readable
  await done
}
