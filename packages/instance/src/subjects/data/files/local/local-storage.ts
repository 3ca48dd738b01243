import { constants } from 'node:fs'
import { type FileHandle, link, lstat, mkdir, open, readdir, realpath, rename, rm, unlink } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import {
  type FileBytes,
  type FileStorage,
  isAbandoned,
  isDraft,
  nameOf,
  newDraft,
  parentOf,
  pathNames,
  type StoredEntry,
  type StoredFile,
  type WriteOptions,
} from '@millwright/connector/files/file-storage'
import { Problem } from '@millwright/contract/problem'

/** The error code of the operating system, such as `ENOENT`. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error ? Reflect.get(error, 'code') : undefined
}

const absent = ['ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP', 'ENAMETOOLONG', 'EINVAL', 'ENXIO']

/** Whether the file does not exist, or cannot be opened as the requested kind of file. */
function isAbsent(error: unknown): boolean {
  return absent.includes(String(codeOf(error)))
}

/**
 * Files in a folder of this machine. Links are not followed at the end of a path, nor out of the folder on the way, so nothing
 * outside of it can be read or written, whatever the folder contains.
 */
export function createLocalStorage(root: string): FileStorage {
  /** Resolves a path inside the folder, or returns `null` if its parent folder does not exist. */
  async function place(path: string): Promise<string | null> {
    const names = pathNames(path)
    if (names === null || names.length === 0 || names.some(isDraft)) return null
    const last = names.at(-1) ?? ''
    try {
      const [top, folder] = await Promise.all([realpath(root), realpath(join(root, ...names.slice(0, -1)))])
      return folder === top || folder.startsWith(top + sep) ? join(folder, last) : null
    } catch (error) {
      if (isAbsent(error)) return null
      throw error
    }
  }

  /** Resolves a new path and creates the folders on the way. */
  async function newPlace(path: string): Promise<string> {
    const names = pathNames(path)
    if (names === null || names.length === 0 || names.some(isDraft)) {
      throw new Problem(400, `'${path}' is not a valid name of a file or folder.`)
    }
    await mkdir(root, { recursive: true })
    await makeFolders(root, names.slice(0, -1))
    const found = await place(path)
    if (found === null) throw outside(path)
    return found
  }

  return {
    async find(path) {
      if (path === '') return { name: '', type: 'folder', size: 0, modified: (await entryAt(root, ''))?.modified ?? 0 }
      const found = await place(path)
      return found === null ? null : entryAt(found, nameOf(path))
    },

    async list(path) {
      if (path === '') return (await listFolder(root)) ?? []
      const folder = await place(path)
      // A link to a folder does not count as a folder.
      if (folder === null || (await entryAt(folder, ''))?.type !== 'folder') return null
      return listFolder(folder)
    },

    async open(path) {
      const file = await place(path)
      return file === null ? null : openFile(file)
    },

    async write(path, content, options = { keepExisting: false }) {
      const file = (await place(path)) ?? (await newPlace(path))
      try {
        await writeWhole(file, content, options)
      } catch (error) {
        if (codeOf(error) === 'ENOTDIR') throw notFolder(nameOf(parentOf(path)))
        if (codeOf(error) === 'EISDIR' || codeOf(error) === 'ENOTEMPTY') {
          throw new Problem(409, `There is a folder where the file '${path}' should go.`)
        }
        throw error
      }
    },

    async createFolder(path) {
      const folder = await newPlace(path)
      await mkdir(folder).catch((error: unknown) => {
        if (codeOf(error) === 'EEXIST') throw new Problem(400, `The file or folder '${path}' already exists.`)
        if (codeOf(error) === 'ENOTDIR') throw notFolder(nameOf(parentOf(path)))
        throw error
      })
    },

    async removeFile(path) {
      const file = await place(path)
      if (file === null || (await entryAt(file, ''))?.type !== 'file') return false
      return unlink(file).then(
        () => true,
        (error: unknown) => {
          if (isAbsent(error)) return false
          throw error
        },
      )
    },

    async removeFolder(path) {
      const folder = await place(path)
      // Removes a link itself, not its target.
      if (folder !== null) await rm(folder, { recursive: true, force: true })
    },

    async move(from, to) {
      const source = await place(from)
      if (source === null || (await entryAt(source, '')) === null) throw new Problem(404, `There is no '${from}'.`)
      const target = await newPlace(to)
      if ((await entryAt(target, '')) !== null) throw new Problem(400, `The file or folder '${to}' already exists.`)
      await rename(source, target).catch((error: unknown) => {
        if (isAbsent(error)) throw new Problem(400, `'${from}' cannot be moved to '${to}'.`)
        throw error
      })
    },
  }
}

async function makeFolders(root: string, names: readonly string[]): Promise<void> {
  const top = await realpath(root)
  let folder = top
  for (const name of names) {
    const next = join(folder, name)
    await mkdir(next).catch((error: unknown) => {
      if (codeOf(error) === 'ENOTDIR') throw notFolder(name)
      if (codeOf(error) !== 'EEXIST') throw error
    })
    folder = await realpath(next)
    if (!folder.startsWith(top + sep)) throw outside(names.join('/'))
  }
}

const outside = (path: string) => new Problem(400, `'${path}' is outside of the storage.`)
const notFolder = (name: string) => new Problem(409, `'${name}' is a file and not a folder.`)

/** Opens a regular file, not a link, pipe or device. Returns `null` if there is none. */
async function openFile(file: string): Promise<StoredFile | null> {
  let handle: FileHandle
  try {
    handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    if (isAbsent(error)) return null
    throw error
  }
  const stat = await handle.stat()
  if (!stat.isFile()) {
    await handle.close()
    return null
  }
  const { size, mtimeMs } = stat
  return {
    size,
    modified: Math.trunc(mtimeMs),
    // Bytes that are appended meanwhile are not part of the reported size.
    content: (range = { start: 0, end: size - 1 }) => handle.createReadStream(size === 0 ? {} : { ...range }),
    close: () => handle.close(),
  }
}

/** Writes a draft and renames it in one step, so that every reader sees all of the old or all of the new file. */
async function writeWhole(file: string, content: FileBytes, { keepExisting }: WriteOptions): Promise<void> {
  const draft = join(dirname(file), newDraft())
  try {
    const handle = await open(draft, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600)
    try {
      await handle.writeFile(content)
    } finally {
      await handle.close()
    }
    if (!keepExisting) await rename(draft, file)
    else {
      await link(draft, file)
      await rm(draft)
    }
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined)
    if (codeOf(error) === 'EEXIST') throw new Problem(400, 'A file or folder with this name already exists.')
    if (codeOf(error) === 'ENOSPC') throw new Problem(507, 'There is not enough disk space for the file.')
    throw error
  }
}

/** Number of entries that are read at once. */
const portion = 256

/** Lists the files and folders in a folder, without links and other entries. Returns `null` if it is not a folder. */
async function listFolder(folder: string): Promise<StoredEntry[] | null> {
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

/** `null` if the entry is not a file or folder. */
async function entryAt(place: string, name: string): Promise<StoredEntry | null> {
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
