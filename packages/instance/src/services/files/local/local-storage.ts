import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, mkdir, open, realpath, rename, rm } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { Problem } from '@millwright/contract/problem'
import { type FileStorage, pathNames, type StoredFile } from '../storage.ts'

/**
 * Files in a folder of this machine. Links are not followed to the end of a path, nor out of the folder on the way, so that
 * nothing outside can be read or written whatever was put inside.
 */
export function createLocalStorage(root: string): FileStorage {
  /** The place of a path inside the folder, with the names on the way resolved; null when there is none. */
  async function place(path: string): Promise<string | null> {
    const names = pathNames(path)
    if (names === null || names.length === 0) return null
    const last = names.at(-1) ?? ''
    try {
      const top = await realpath(root)
      const folder = await realpath(join(top, ...names.slice(0, -1)))
      return folder === top || folder.startsWith(top + sep) ? join(folder, last) : null
    } catch (error) {
      if (isAbsent(error)) return null
      throw error
    }
  }

  return {
    async open(path) {
      const file = await place(path)
      return file === null ? null : openFile(file)
    },

    async write(path, content) {
      const names = pathNames(path)
      if (names === null || names.length === 0) throw new Problem(400, `'${path}' cannot be the name of a file.`)
      await mkdir(root, { recursive: true })
      await makeFolders(root, names.slice(0, -1))
      const file = await place(path)
      if (file === null) throw outside(path)
      const draft = join(dirname(file), `.${randomUUID()}.part`)
      try {
        const handle = await open(draft, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600)
        await handle.writeFile(content).finally(() => handle.close())
        await rename(draft, file)
      } catch (error) {
        await rm(draft, { force: true }).catch(() => undefined)
        if (codeOf(error) === 'ENOTDIR') throw notFolder(names.at(-2) ?? '')
        if (codeOf(error) === 'EISDIR' || codeOf(error) === 'ENOTEMPTY') {
          throw new Problem(409, `There is a folder where the file '${path}' should go.`)
        }
        throw error
      }
    },

    async removeFolder(path) {
      const folder = await place(path)
      // A link is removed itself, and not what it leads to.
      if (folder !== null) await rm(folder, { recursive: true, force: true })
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

async function openFile(file: string): Promise<StoredFile | null> {
  let handle: FileHandle
  try {
    handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    if (isAbsent(error)) return null
    throw error
  }
  const { size, mtimeMs, isFile } = await handle.stat().then((stat) => ({
    size: stat.size,
    mtimeMs: stat.mtimeMs,
    isFile: stat.isFile(),
  }))
  if (!isFile) {
    await handle.close()
    return null
  }
  return {
    size,
    modified: Math.trunc(mtimeMs),
    // What is added meanwhile is not part of the size that was promised.
    content: () => handle.createReadStream(size === 0 ? {} : { start: 0, end: size - 1 }),
    close: () => handle.close(),
  }
}

const outside = (path: string) => new Problem(400, `'${path}' leads out of the storage.`)
const notFolder = (name: string) => new Problem(409, `'${name}' is a file and not a folder.`)

function codeOf(error: unknown): unknown {
  return error instanceof Error ? Reflect.get(error, 'code') : undefined
}

/** Not there, or nothing that can be opened as a file. */
function isAbsent(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP', 'ENAMETOOLONG', 'EINVAL', 'ENXIO'].includes(String(codeOf(error)))
}
