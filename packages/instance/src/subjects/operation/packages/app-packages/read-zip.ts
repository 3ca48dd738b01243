import { pathNames } from '@millwright/connector/files/file-storage'
import { Problem } from '@millwright/contract/problem'
import { ERR_UNSAFE_FILENAME, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js'
import { Yielder } from '../../../../platform/yielder.ts'
import { unpacked } from '../../../data/files/archive-file.ts'
import { isMacMetadata } from '../../../data/files/mac-metadata.ts'

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

/**
 * Extracts the files of an archive in memory. Throws a 400 for invalid archives, for those that exceed the limits whatever
 * their headers claim, and for entries that are encrypted, links, duplicates or named so that they leave the folder.
 */
export async function readZip(archive: Uint8Array, limits: ZipLimits): Promise<ZipFile[]> {
  const source = new Uint8ArrayReader(archive)
  const reader = new ZipReader(source, { useWebWorkers: false, checkSignature: true })
  try {
    const files = new Map<string, Uint8Array>()
    let left = limits.bytes
    let entries = 0
    const yielder = new Yielder()
    for await (const entry of reader.getEntriesGenerator()) {
      await yielder.step()
      const path = safePath(entry.filename)
      entries += 1
      if (entries > limits.files * 4) throw tooMany(limits)
      if (isMacMetadata(path)) continue
      if (entry.symlink) throw new Problem(400, `The archive contains a link: '${entry.filename}'.`)
      if (entry.encrypted) throw new Problem(400, 'The archive is encrypted.')
      if (entry.directory) continue
      if (files.size >= limits.files) throw tooMany(limits)
      if (files.has(path)) throw new Problem(400, `The archive contains '${path}' twice.`)
      if (entry.uncompressedSize > left) throw tooLarge(limits)
      const bytes = await unpack(unpacked(entry, source), left, { limits, yielder })
      left -= bytes.length
      files.set(path, bytes)
    }
    return [...files].map(([path, bytes]) => ({ path, bytes }))
  } catch (error) {
    if (error instanceof Problem) throw error
    if (error instanceof Error && error.message === ERR_UNSAFE_FILENAME) throw forbidden(Reflect.get(error, 'filename'))
    throw new Problem(400, 'The file is not a readable zip archive.')
  } finally {
    await reader.close().catch(() => undefined)
  }
}

function safePath(name: string): string {
  const names = name.startsWith('/') ? null : pathNames(name)
  if (names === null) throw forbidden(name)
  return names.join('/')
}

function forbidden(name: unknown): Problem {
  return new Problem(400, `The archive contains a file with a forbidden name: '${String(name).slice(0, 100)}'.`)
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
