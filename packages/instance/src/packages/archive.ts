import { open } from 'node:fs/promises'
import { Problem } from '@millwright/contract/problem'
import { ERR_INVALID_PASSWORD, ERR_UNSAFE_FILENAME, type FileEntry, ZipReader } from '@zip.js/zip.js'
import { ArchiveFile, unpacked } from '../services/files/archive-file.ts'
import { isMacMetadata } from '../services/files/mac-metadata.ts'
import { pathNames } from '../services/files/storage.ts'
import type { WorkFolder } from './work-folder.ts'

/** What all archives of a package may hold together; counted down as they are read. */
export interface Budget {
  files: number
  /** Unpacked. */
  bytes: number
}

/** An open archive. */
export interface Archive {
  /** By path, names with slashes between them. */
  readonly files: ReadonlyMap<string, ArchivedFile>
  readonly folders: readonly string[]
}

export interface ArchivedFile {
  /** Bytes, as the archive says. */
  readonly size: number
  /** Refuses with 400 what was damaged, or is more than the budget has left. */
  read(): AsyncIterable<Uint8Array>
}

const alwaysFine = 256 * 2 ** 20
const mostGrowth = 100
const mostFiles = 100_000

/** What an archive of so many bytes may unpack to. */
export const budgetFor = (size: number): Budget => ({
  files: mostFiles,
  bytes: Math.max(alwaysFine, size * mostGrowth),
})

/**
 * Opens an archive where it lies, until the work is done. Refuses with 400 what is no archive, and entries that are encrypted
 * without a password, links, twice there or named so that they would lead elsewhere.
 */
export async function openArchive(
  file: string,
  work: WorkFolder,
  options: { readonly password: string | null; readonly budget?: Budget },
): Promise<Archive> {
  const handle = await open(file, 'r')
  work.atEnd(() => handle.close())
  const { size } = await handle.stat()
  const budget = options.budget ?? budgetFor(size)
  const reader = new ZipReader(new ArchiveFile(handle, size), { useWebWorkers: false, checkSignature: true })
  const files = new Map<string, ArchivedFile>()
  const folders: string[] = []
  try {
    for await (const entry of reader.getEntriesGenerator()) {
      const path = safePath(entry.filename)
      budget.files -= 1
      if (budget.files < 0) throw new Problem(400, `The package holds more than ${mostFiles} files.`)
      if (isMacMetadata(path)) continue
      if (entry.symlink) throw new Problem(400, `The package holds a link: '${entry.filename}'.`)
      if (entry.encrypted && options.password === null) throw new Problem(400, 'The package is encrypted.')
      if (entry.directory) folders.push(path)
      else if (files.has(path)) throw new Problem(400, `The package holds '${path}' twice.`)
      else files.set(path, archivedFile(entry, options.password, budget))
    }
  } catch (error) {
    throw unreadable(error)
  }
  return { files, folders }
}

function archivedFile(entry: FileEntry, password: string | null, budget: Budget): ArchivedFile {
  let counted = 0
  return {
    size: entry.uncompressedSize,
    async *read() {
      let length = 0
      try {
        if (entry.uncompressedSize - counted > budget.bytes) throw tooLarge()
        for await (const piece of unpacked(entry, password)) {
          length += piece.length
          if (length > counted) {
            budget.bytes -= length - counted
            counted = length
            if (budget.bytes < 0) throw tooLarge()
          }
          yield piece
        }
      } catch (error) {
        throw unreadable(error)
      }
    },
  }
}

function safePath(name: string): string {
  const names = name.startsWith('/') ? null : pathNames(name)
  if (names === null) throw forbidden(name)
  return names.join('/')
}

function forbidden(name: unknown): Problem {
  return new Problem(400, `The package holds a file of a forbidden name: '${String(name).slice(0, 100)}'.`)
}

const tooLarge = () =>
  new Problem(400, `The package unpacks to more than is allowed, ${mostGrowth} times its own size.`)

function unreadable(error: unknown): Problem {
  if (error instanceof Problem) return error
  const message = error instanceof Error ? error.message : ''
  if (message === ERR_UNSAFE_FILENAME) return forbidden(Reflect.get(Object(error), 'filename'))
  if (message === ERR_INVALID_PASSWORD) return new Problem(400, 'The password is wrong.')
  return new Problem(400, 'The package is not a readable zip archive.')
}
