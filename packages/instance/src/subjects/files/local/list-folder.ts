import { lstat, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { StoredEntry } from '../../../gateway/ports/file-storage.ts'
import { isAbandoned, isDraft } from '../draft.ts'
import { isAbsent } from './error-code.ts'

/** As many as are asked about at once. */
const portion = 256

/** The files and folders in a folder; links and whatever else there may be are none of either. Null: no folder. */
export async function listFolder(folder: string): Promise<StoredEntry[] | null> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isAbsent(error)) return null
    throw error
  })
  if (names === null) return null
  const entries: StoredEntry[] = []
  for (let at = 0; at < names.length; at += portion) {
    const found = await Promise.all(names.slice(at, at + portion).map((name) => entryAt(join(folder, name), name)))
    for (const entry of found) {
      if (entry === null) continue
      if (!isDraft(entry.name)) entries.push(entry)
      else if (isAbandoned(entry)) await rm(join(folder, entry.name), { force: true })
    }
  }
  return entries
}

/** Null: nothing there that is a file or folder. */
export async function entryAt(place: string, name: string): Promise<StoredEntry | null> {
  try {
    const stat = await lstat(place)
    const modified = Math.trunc(stat.mtimeMs)
    if (stat.isDirectory()) return { name, type: 'folder', size: 0, modified }
    return stat.isFile() ? { name, type: 'file', size: stat.size, modified } : null
  } catch (error) {
    if (isAbsent(error)) return null
    throw error
  }
}
