import { pathNames } from '@millwright/connector/files/file-storage'
import { Problem } from '@millwright/contract/problem'
import { Yielder } from '../../../../platform/yielder.ts'
import { unpacked } from '../../../data/files/archive-file.ts'
import { isMacMetadata } from '../../../data/files/mac-metadata.ts'
import { type ArchiveBytes, listEntries } from '../../../data/files/zip-directory.ts'

export interface ZipFile {
  /** Segments separated by slashes. */
  readonly path: string
  readonly bytes: Uint8Array
}

export interface ZipLimits {
  readonly files: number
  /** Total bytes of all files, uncompressed. */
  readonly bytes: number
}

/** Extracts the files of an archive in memory, as `zipFiles` does. */
export const readZip = (archive: Uint8Array, limits: ZipLimits): Promise<ZipFile[]> =>
  Array.fromAsync(zipFiles(archive, limits))

/**
 * Extracts the files of an archive one by one. Throws a 400 for invalid archives, for those that exceed the limits whatever
 * their headers claim, and for entries that are encrypted, links, duplicates or named so that they leave the folder.
 */
export async function* zipFiles(archive: Uint8Array, limits: ZipLimits): AsyncGenerator<ZipFile> {
  const source = inMemory(archive)
  try {
    const paths = new Set<string>()
    let left = limits.bytes
    let entries = 0
    const yielder = new Yielder()
    for await (const entry of listEntries(source)) {
      await yielder.step()
      const path = safePath(entry.name)
      entries += 1
      if (entries > limits.files * 4) throw tooMany(limits)
      if (isMacMetadata(path)) continue
      if (entry.isLink) throw new Problem(400, `The archive contains a link: '${entry.name}'.`)
      if (entry.isEncrypted) throw new Problem(400, 'The archive is encrypted.')
      if (entry.isFolder) continue
      if (paths.size >= limits.files) throw tooMany(limits)
      if (paths.has(path)) throw new Problem(400, `The archive contains '${path}' twice.`)
      if (entry.size > left) throw tooLarge(limits)
      const bytes = await unpack(unpacked(entry, source), left, { limits, yielder })
      left -= bytes.length
      paths.add(path)
      yield { path, bytes }
    }
  } catch (error) {
    if (error instanceof Problem) throw error
    throw new Problem(400, 'The file is not a readable zip archive.')
  }
}

function inMemory({ buffer, byteOffset, length: size }: Uint8Array): ArchiveBytes {
  const bytes = Buffer.from(buffer, byteOffset, size)
  return { size, read: async (at, length) => bytes.subarray(at, at + length) }
}

function safePath(name: string): string {
  const names = name.startsWith('/') ? null : pathNames(name)
  if (names === null) throw forbidden(name)
  return names.join('/')
}

function forbidden(name: string): Problem {
  return new Problem(400, `The archive contains a file with a forbidden name: '${name.slice(0, 100)}'.`)
}

/** Counts the actual output, as an entry may contain more than its header claims. */
async function unpack(
  content: AsyncIterable<Uint8Array>,
  most: number,
  { limits, yielder }: { readonly limits: ZipLimits; readonly yielder: Yielder },
): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of content) {
    length += piece.length
    if (length > most) throw tooLarge(limits)
    pieces.push(piece)
    await yielder.step()
  }
  return new Uint8Array(Buffer.concat(pieces, length))
}

const tooMany = ({ files }: ZipLimits) => new Problem(400, `The archive contains more than ${files} files.`)

function tooLarge({ bytes }: ZipLimits): Problem {
  return new Problem(400, `The archive contains more than ${Math.floor(bytes / 2 ** 20)} MB, unpacked.`)
}
