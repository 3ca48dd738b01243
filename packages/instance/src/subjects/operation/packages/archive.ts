import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pathNames } from '@millwright/connector/files/file-storage'
import { Problem } from '@millwright/contract/problem'
import { ERR_INVALID_PASSWORD } from '@zip.js/zip.js'
import { Yielder } from '../../../platform/yielder.ts'
import { ArchiveFile, unpacked } from '../../data/files/archive-file.ts'
import { isMacMetadata } from '../../data/files/mac-metadata.ts'
import { listEntries } from '../../data/files/zip-directory.ts'
import type { WorkFolder } from './work-folder.ts'

/** Limits for all archives of a package together, decremented while they are read. */
export interface Budget {
  files: number
  /** Uncompressed. */
  bytes: number
}

/** The extracted content of an archive. */
export interface Archive {
  /** By path, with segments separated by slashes. */
  readonly files: ReadonlyMap<string, ArchivedFile>
  readonly folders: readonly string[]
}

export interface ArchivedFile {
  /** Bytes. */
  readonly size: number
  read(): AsyncIterable<Uint8Array>
}

const alwaysFine = 256 * 2 ** 20
const maxGrowth = 100

/** What an archive of this size in bytes may extract to. */
export const budgetFor = (size: number, files: number): Budget => ({
  files,
  bytes: Math.max(alwaysFine, size * maxGrowth),
})

/**
 * Extracts an archive to a single file on disk, from which its entries can be read until the work is done. Throws a 400 for
 * invalid or damaged archives, for those that exceed the budget, and for entries that are encrypted without a password, links,
 * duplicates or named so that they leave the folder.
 */
export async function openArchive(
  file: string,
  work: WorkFolder,
  options: { readonly password: string | null; readonly budget: Budget },
): Promise<Archive> {
  const handle = await open(file, 'r')
  const places = new Map<string, { readonly from: number; readonly size: number }>()
  const folders: string[] = []
  try {
    const { size } = await handle.stat()
    const archive = new ArchiveFile(handle, size)
    const place = await work.store(contents(archive, options.password, options.budget))
    const files = new Map([...places].map(([path, at]) => [path, spooledFile(place, at)]))
    return { files, folders }
  } catch (error) {
    throw unreadable(error)
  } finally {
    await handle.close()
  }

  /** Yields the bytes of all entries in sequence. */
  async function* contents(archive: ArchiveFile, password: string | null, budget: Budget) {
    const yielder = new Yielder()
    let from = 0
    for await (const entry of listEntries(archive)) {
      await yielder.step()
      const path = safePath(entry.name)
      budget.files -= 1
      if (budget.files < 0) throw new Problem(400, tooMany)
      if (isMacMetadata(path)) continue
      if (entry.isLink) throw new Problem(400, `The archive contains a link: '${entry.name}'.`)
      if (entry.isEncrypted && password === null) throw new Problem(400, 'The archive is encrypted.')
      if (entry.isFolder) {
        folders.push(path)
        continue
      }
      if (places.has(path)) throw new Problem(400, `The archive contains '${path}' twice.`)
      if (entry.size > budget.bytes) throw tooLarge()
      let size = 0
      for await (const piece of unpacked(entry, archive, password)) {
        size += piece.length
        budget.bytes -= piece.length
        if (budget.bytes < 0) throw tooLarge()
        yield piece
      }
      places.set(path, { from, size })
      from += size
    }
  }
}

function spooledFile(place: string, { from, size }: { readonly from: number; readonly size: number }): ArchivedFile {
  return {
    size,
    async *read() {
      if (size > 0) yield* createReadStream(place, { start: from, end: from + size - 1 })
    },
  }
}

function safePath(name: string): string {
  const names = name.startsWith('/') ? null : pathNames(name)
  if (names === null) throw forbidden(name)
  return names.join('/')
}

function forbidden(name: string): Problem {
  return new Problem(400, `The archive contains a file with a forbidden name: '${name.slice(0, 100)}'.`)
}

const tooMany = 'The archive contains more files than MILLWRIGHT_PACKAGE_FILES allows.'

const tooLarge = () => new Problem(400, `The archive unpacks to more than is allowed, ${maxGrowth} times its own size.`)

function unreadable(error: unknown): Problem {
  if (error instanceof Problem) return error
  const message = error instanceof Error ? error.message : ''
  if (message === ERR_INVALID_PASSWORD) return new Problem(400, 'The password is wrong.')
  return new Problem(400, 'The file is not a readable zip archive.')
}
