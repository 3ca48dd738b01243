import { randomUUID } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Problem } from '@millwright/contract/problem'
import { ERR_UNSAFE_FILENAME, type FileEntry, ZipReader } from '@zip.js/zip.js'
import { ArchiveFile, unpacked } from './archive-file.ts'
import { type FileCall, permit, readPath } from './file-call.ts'
import { removeAll } from './remove.ts'
import { type FileBytes, joined } from './storage.ts'

const mostEntries = 100_000
/** Bytes that any archive may unpack to, and how many times its own size a larger one. */
const alwaysFine = 256 * 2 ** 20
const mostGrowth = 100

/**
 * Unpacks an archive into a folder, which is emptied first if `clean`. It is looked through to its last byte before anything changes:
 * 400 for what is no archive or broken, unpacks to too much, or holds links, secrets and names that lead elsewhere (docs/wire/files.md).
 */
export async function unzip(call: FileCall, content: FileBytes, folder: string, clean: boolean): Promise<void> {
  await mkdir(call.limits.drafts, { recursive: true })
  const draft = join(call.limits.drafts, `${randomUUID()}.zip`)
  const handle = await open(draft, 'wx+', 0o600)
  try {
    await handle.writeFile(content)
    const { size } = await handle.stat()
    const reader = new ZipReader(new ArchiveFile(handle, size), { useWebWorkers: false, checkSignature: true })
    const entries = await readEntries(reader, Math.max(alwaysFine, size * mostGrowth))
    for (const { path } of entries) permit(call, call.request.verb, joined(folder, path))
    if (clean) await removeAll(call, folder, { force: true })
    await haveFolder(call, folder)
    for (const { entry, path } of entries) {
      const target = joined(folder, path)
      if (entry !== null) await call.storage.write(target, unpacked(entry))
      else if ((await call.storage.find(target)) === null) await call.storage.makeFolder(target)
    }
  } finally {
    await handle.close()
    await rm(draft, { force: true })
  }
}

/** Makes the folder that is unpacked to, and those above it, where they are missing; refuses with 400 what is a file. */
async function haveFolder(call: FileCall, folder: string): Promise<void> {
  if (folder === '') return
  const there = await call.storage.find(folder)
  if (there?.type === 'folder') return
  if (there !== null) throw new Problem(400, `'${folder}' is a file.`)
  permit(call, call.request.verb, folder)
  await call.storage.makeFolder(folder)
}

interface ZipEntry {
  readonly path: string
  /** Null: a folder. */
  readonly entry: FileEntry | null
}

async function readEntries(reader: ZipReader<unknown>, most: number): Promise<ZipEntry[]> {
  const entries = new Map<string, ZipEntry>()
  let left = most
  try {
    for await (const entry of reader.getEntriesGenerator()) {
      if (entry.filename.startsWith('/')) throw new Problem(400, 'The archive holds a path that leads elsewhere.')
      const path = readPath(entry.filename)
      if (entry.symlink) throw new Problem(400, `The archive holds a link: '${path}'.`)
      if (entry.encrypted) throw new Problem(400, 'The archive is encrypted.')
      if (entries.size >= mostEntries) throw new Problem(400, `The archive holds more than ${mostEntries} files.`)
      if (path === '') continue
      if (entry.directory) {
        entries.set(path, { path, entry: null })
        continue
      }
      if (entries.has(path)) throw new Problem(400, `The archive holds '${path}' twice.`)
      if (entry.uncompressedSize > left) throw tooMuch(most)
      for await (const piece of unpacked(entry)) {
        left -= piece.length
        if (left < 0) throw tooMuch(most)
      }
      entries.set(path, { path, entry })
    }
  } catch (error) {
    if (error instanceof Problem) throw error
    if (error instanceof Error && error.message === ERR_UNSAFE_FILENAME) {
      throw new Problem(400, 'The archive holds a path that leads elsewhere.')
    }
    throw new Problem(400, 'This is not a readable zip archive.')
  }
  return [...entries.values()]
}

const tooMuch = (most: number) => new Problem(400, `The archive unpacks to more than ${Math.floor(most / 2 ** 20)} MB.`)
