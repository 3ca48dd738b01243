import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, pack } from 'tar-stream'

/** Size and hash of a file in an archive. */
export interface Content {
  /** Bytes. */
  readonly size: number
  /** In hex. */
  readonly sha256: string
}

/** Adds entries to an archive one by one. */
export interface ArchiveWriter {
  /** Adds a file from disk up to its size when opened. Returns `null` if the file no longer exists. */
  addFile(name: string, path: string): Promise<Content | null>
  addText(name: string, text: string): Promise<Content>
  addFolder(name: string): Promise<void>
}

/** Compresses fast, as files are often compressed already. */
const level = 3

/**
 * Writes a gzipped tar archive that only its owner can read. It appears under its name when complete, or not at all.
 * @throws if it cannot be written
 */
export async function writeArchive(file: string, fill: (archive: ArchiveWriter) => Promise<void>): Promise<void> {
  const draft = `${file}.part`
  const tar = pack()
  const sink = createWriteStream(draft, { flags: 'w', mode: 0o600, flush: true })
  const written = pipeline(tar, createGzip({ level }), sink)
  // Errors are reported by awaiting `written` below.
  written.catch(() => undefined)
  const broken = written.then(() => new Promise<never>(() => undefined))
  try {
    await Promise.race([fill(writerTo(tar)), broken])
    tar.finalize()
    await written
    await rename(draft, file)
  } catch (error) {
    tar.destroy()
    await written.catch(() => undefined)
    await rm(draft, { force: true })
    throw error
  }
}

function writerTo(tar: ReturnType<typeof pack>): ArchiveWriter {
  async function add(name: string, size: number, mtime: Date, pieces: AsyncIterable<Uint8Array>): Promise<Content> {
    const hash = createHash('sha256')
    const { promise: added, resolve, reject } = Promise.withResolvers<void>()
    // It may fail before it is awaited; unheard, that would end the process.
    added.catch(() => undefined)
    const entry = tar.entry({ name, size, mtime, mode: 0o600 }, (error) => (error ? reject(error) : resolve()))
    for await (const piece of pieces) {
      hash.update(piece)
      if (!entry.write(piece)) await once(entry, 'drain')
    }
    entry.end()
    await added
    return { size, sha256: hash.digest('hex') }
  }

  return {
    async addFile(name, path) {
      const handle = await openIfThere(path)
      if (handle === null) return null
      try {
        const { size, mtime } = await handle.stat()
        const read = handle.createReadStream({ autoClose: false, start: 0, end: Math.max(0, size - 1) })
        return await add(name, size, mtime, size === 0 ? nothing() : read)
      } catch (error) {
        throw new Error(`The file ${path} cannot be read: ${error instanceof Error ? error.message : error}`, {
          cause: error,
        })
      } finally {
        await handle.close()
      }
    },
    async addText(name, text) {
      const bytes = Buffer.from(text)
      return add(name, bytes.length, new Date(), one(bytes))
    },
    addFolder: (name) =>
      new Promise((resolve, reject) => {
        tar.entry({ name: `${name}/`, type: 'directory', mode: 0o700 }, (error) => (error ? reject(error) : resolve()))
      }),
  }
}

async function openIfThere(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'r')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes.length > 0) yield bytes
}

/** An entry while an archive is read. */
export interface ArchiveEntry {
  readonly name: string
  readonly kind: 'file' | 'folder'
  readonly content: AsyncIterable<Uint8Array>
}

/**
 * Reads an archive from start to end, one entry at a time.
 * @throws if it is damaged, or contains anything other than files and folders
 */
export async function readArchive(file: string, visit: (entry: ArchiveEntry) => Promise<void>): Promise<void> {
  const tar = extract()
  const read = pipeline(createReadStream(file), createGunzip(), tar)
  read.catch(() => undefined)
  for await (const entry of tar) {
    const { name, type } = entry.header
    if (type !== 'file' && type !== 'directory') throw new Error(`it contains '${name}', which is not a file`)
    await visit({ name, kind: type === 'file' ? 'file' : 'folder', content: entry })
    entry.resume()
  }
  await read
}
