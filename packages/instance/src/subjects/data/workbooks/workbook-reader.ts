import type { FileStorage } from '@millwright/connector/files/file-storage'
import type { ArchiveBytes } from '../files/zip-directory.ts'

/** Bytes that are fetched and cached at once, as the directory of an archive is read in small pieces. */
const pieceSize = 256 * 1024

/** Reads a stored archive, only the required ranges. */
export class StoredArchive implements ArchiveBytes {
  readonly size: number
  readonly #storage: Pick<FileStorage, 'open'>
  readonly #path: string
  #piece: { readonly at: number; readonly bytes: Buffer } | null = null

  constructor(storage: Pick<FileStorage, 'open'>, path: string, size: number) {
    this.#storage = storage
    this.#path = path
    this.size = size
  }

  async read(index: number, length: number): Promise<Buffer> {
    const piece = this.#piece
    if (piece !== null && index >= piece.at && index + length <= piece.at + piece.bytes.length) {
      return piece.bytes.subarray(index - piece.at, index - piece.at + length)
    }
    if (index >= this.size) return Buffer.alloc(0)
    const bytes = await this.#fetch(index, Math.min(this.size, index + Math.max(length, pieceSize)) - 1)
    this.#piece = { at: index, bytes }
    return bytes.subarray(0, length)
  }

  async #fetch(start: number, end: number): Promise<Buffer> {
    const file = await this.#storage.open(this.#path)
    if (file === null || file.size !== this.size) {
      await file?.close()
      throw new Error('The file was changed in the meantime.')
    }
    const pieces: Buffer[] = []
    for await (const piece of file.content({ start, end })) pieces.push(Buffer.from(piece))
    return Buffer.concat(pieces)
  }
}
