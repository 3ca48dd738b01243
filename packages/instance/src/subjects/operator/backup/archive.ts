import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, pack } from 'tar-stream'

/** What one file of an archive holds. */
export interface Content {
  /** Bytes. */
  readonly size: number
  /** In hex. */
  readonly sha256: string
}

/** Takes what goes into an archive, one after the other. */
export interface ArchiveWriter {
  /** A file of the disk, as long as it is when it is opened. Answers null when it is gone. */
  addFile(name: string, path: string): Promise<Content | null>
  addText(name: string, text: string): Promise<Content>
  addFolder(name: string): Promise<void>
}

/** Packs quickly; what is stored as files is often packed already. */
const level = 3

/**
 * Writes a tar archive, packed by gzip, that only its owner can read. It appears under its name complete or not at all.
 * @throws when it cannot be written
 */
export async function writeArchive(file: string, fill: (archive: ArchiveWriter) => Promise<void>): Promise<void> {
  const draft = `${file}.part`
  const tar = pack()
  const sink = createWriteStream(draft, { flags: 'w', mode: 0o600, flush: true })
  const written = pipeline(tar, createGzip({ level }), sink)
  // Told by `written`, which is waited for below, whoever notices first.
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

/** One entry of an archive as it is read. */
export interface ArchiveEntry {
  readonly name: string
  readonly kind: 'file' | 'folder'
  readonly content: AsyncIterable<Uint8Array>
}

/**
 * Reads an archive from its beginning to its end, one entry after the other.
 * @throws when it is damaged, or holds something else than files and folders
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
