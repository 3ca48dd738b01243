import type { FileHandle } from 'node:fs/promises'
import { type FileEntry, Reader } from '@zip.js/zip.js'

/** An archive that is read where it lies, and not held in memory. */
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

/** The bytes of an entry as they are unpacked; fails when they are not those that were packed. `password`: of encrypted ones. */
export async function* unpacked(entry: FileEntry, password: string | null = null): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const opened = entry.encrypted && password !== null ? { password } : {}
  const done = entry.getData(writable, { useWebWorkers: false, checkSignature: true, ...opened })
  // The failure is told by the stream first, and again where it is waited for.
  done.catch(() => undefined)
  yield* readable
  await done
}
