import { randomUUID } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type FileBytes, joined } from '@millwright/connector/files/file-storage'
import { Problem } from '@millwright/contract/problem'
import { Yielder } from '../../../platform/yielder.ts'
import { ArchiveFile, unpacked } from './archive-file.ts'
import { type FileCall, permit, readPath } from './file-call.ts'
import { isMacMetadata } from './mac-metadata.ts'
import { removeAll } from './remove.ts'
import { listEntries } from './zip-directory.ts'

const maxEntries = 100_000
/** Bytes that any archive may extract to, and the maximum compression ratio of a larger one. */
const alwaysFine = 256 * 2 ** 20
const maxGrowth = 100

/**
 * Extracts an archive into a folder, which is emptied first if `clean`. Reads it completely before changing anything. Throws a
 * 400 for invalid archives, for those that extract to too much, and for links, encrypted entries and names that leave the
 * folder (docs/wire/files.md).
 */
export async function unpackArchive(call: FileCall, content: FileBytes, folder: string, clean: boolean): Promise<void> {
  await mkdir(call.limits.drafts, { recursive: true, mode: 0o700 })
  const draft = join(call.limits.drafts, `${randomUUID()}.zip`)
  const handle = await open(draft, 'wx+', 0o600)
  try {
    await handle.writeFile(content)
    const { size } = await handle.stat()
    const archive = new ArchiveFile(handle, size)
    for (const path of await pathsOf(archive, Math.max(alwaysFine, size * maxGrowth))) {
      permit(call, call.request.verb, joined(folder, path))
    }
    if (clean) await removeAll(call, folder, { force: true })
    await haveFolder(call, folder)
    for await (const entry of listEntries(archive)) {
      if (isMacMetadata(entry.name)) continue
      const target = joined(folder, readPath(entry.name))
      if (target === folder) continue
      if (!entry.isFolder) await call.storage.write(target, unpacked(entry, archive))
      else if ((await call.storage.find(target)) === null) await call.storage.createFolder(target)
    }
  } finally {
    await handle.close()
    await rm(draft, { force: true })
  }
}

/** Creates the target folder and missing parents. Throws a 400 if one of them is a file. */
async function haveFolder(call: FileCall, folder: string): Promise<void> {
  if (folder === '') return
  const there = await call.storage.find(folder)
  if (there?.type === 'folder') return
  if (there !== null) throw new Problem(400, `'${folder}' is a file.`)
  permit(call, call.request.verb, folder)
  await call.storage.createFolder(folder)
}

/** Extracts every entry once to validate it, and returns the paths. */
async function pathsOf(archive: ArchiveFile, most: number): Promise<readonly string[]> {
  const files = new Set<string>()
  const folders = new Set<string>()
  const paths: string[] = []
  let left = most
  let entriesLeft = maxEntries
  const yielder = new Yielder()
  try {
    for await (const entry of listEntries(archive)) {
      await yielder.step()
      if (entry.name.startsWith('/') || entry.name.split('/').includes('..'))
        throw new Problem(400, 'The archive contains a path that leads out of the folder.')
      const path = readPath(entry.name)
      entriesLeft -= 1
      if (entriesLeft < 0) throw new Problem(400, `The archive contains more than ${maxEntries} files.`)
      if (isMacMetadata(path)) continue
      if (entry.isLink) throw new Problem(400, `The archive contains a link: '${path}'.`)
      if (entry.isEncrypted) throw new Problem(400, 'The archive is encrypted.')
      if (path === '') continue
      if (files.has(path) && !entry.isFolder) throw new Problem(400, `The archive contains '${path}' twice.`)
      const above = foldersAbove(path)
      const both = (entry.isFolder ? [path, ...above] : above).find((folder) => files.has(folder))
      if (both !== undefined || (!entry.isFolder && folders.has(path))) {
        throw new Problem(400, `The archive contains '${both ?? path}' as a file and as a folder.`)
      }
      for (const folder of above) folders.add(folder)
      paths.push(path)
      if (entry.isFolder) {
        folders.add(path)
        continue
      }
      files.add(path)
      if (entry.size > left) throw tooMuch(most)
      for await (const piece of unpacked(entry, archive)) {
        left -= piece.length
        if (left < 0) throw tooMuch(most)
      }
    }
  } catch (error) {
    if (error instanceof Problem) throw error
    throw new Problem(400, 'This is not a readable zip archive.')
  }
  return paths
}

function foldersAbove(path: string): string[] {
  const names = path.split('/')
  return names.slice(1).map((_, at) => names.slice(0, at + 1).join('/'))
}

const tooMuch = (most: number) => new Problem(400, `The archive unpacks to more than ${Math.floor(most / 2 ** 20)} MB.`)
