import type { FileStorage } from '@millwright/connector/files/file-storage'
import { Problem } from '@millwright/contract/problem'
import { SaxesParser } from 'saxes'
import { unpacked } from '../files/archive-file.ts'
import type { ArchiveBytes, ListedEntry } from '../files/zip-directory.ts'

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

type Attributes = Readonly<Record<string, string>>

/** Receives the elements of a part, by their names without prefixes. */
export interface XmlHandler {
  opened(name: string, attributes: Attributes): void
  said?(text: string): void
  closed?(name: string): void
}

/** Longest text or tag, in characters. */
const longestPiece = 4 * 2 ** 20

/**
 * Parses a part while it is decompressed, and yields after each chunk; ending the iteration aborts it. Throws a 400 for more
 * than `longest` actual bytes, invalid XML, and XML with a document type definition.
 */
export async function* readPart(
  { entry, archive }: { readonly entry: ListedEntry; readonly archive: ArchiveBytes },
  hearer: XmlHandler,
  longest: number,
): AsyncGenerator<void> {
  if (entry.isEncrypted) throw badWorkbook('it is encrypted.')
  const parser = new SaxesParser({ xmlns: false })
  let quiet = 0
  const heard = () => {
    quiet = 0
  }
  parser.on('opentag', ({ name, attributes }) => {
    heard()
    hearer.opened(localName(name), attributes)
  })
  parser.on('closetag', ({ name }) => {
    heard()
    hearer.closed?.(localName(name))
  })
  const said = (text: string) => {
    heard()
    hearer.said?.(text)
  }
  parser.on('text', said)
  parser.on('cdata', said)
  parser.on('doctype', () => {
    throw badWorkbook('its XML has a document type definition.')
  })

  const decoder = new TextDecoder('utf-8', { fatal: true })
  let length = 0
  try {
    for await (const bytes of unpacked(entry, archive)) {
      length += bytes.length
      quiet += bytes.length
      if (length > longest) throw badWorkbook(`a part of it has more than ${longest / 2 ** 20} MB, unpacked.`)
      parser.write(decoder.decode(bytes, { stream: true }))
      if (quiet > longestPiece) throw badWorkbook('a text in it is too long.')
      yield
    }
    parser.close()
  } catch (error) {
    throw error instanceof Problem ? error : badWorkbook('it is damaged.', error)
  }
}

export const badWorkbook = (reason: string, cause?: unknown): Problem =>
  new Problem(400, `The file cannot be read as a workbook: ${reason}`, { cause })

const localName = (name: string) => name.slice(name.indexOf(':') + 1)
