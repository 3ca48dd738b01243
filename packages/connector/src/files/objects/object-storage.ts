import { Readable } from 'node:stream'
import { KeyedMutex } from '../../semaphore.ts'
import {
  type ByteRange,
  type FileStorage,
  isSingle,
  nameOf,
  parentOf,
  pathNames,
  type StoredEntry,
} from '../file-storage.ts'
import { refusals } from '../unavailable.ts'
import type { ObjectStore, SizedKey } from './object-store.ts'

/** Lists the files and folders below a prefix, or returns `null` if no key starts with it. */
async function listFolder(store: ObjectStore, prefix: string): Promise<StoredEntry[] | null> {
  const entries: StoredEntry[] = []
  let isThere = false
  for await (const { objects, folders } of store.pages({ prefix, flat: false })) {
    isThere ||= objects.length > 0 || folders.length > 0
    for (const { key, size, modified } of objects) {
      const name = key.slice(prefix.length)
      if (isSingle(name)) entries.push({ name, type: 'file', size, modified })
    }
    for (const folder of folders) {
      const name = folder.slice(prefix.length, -1)
      if (isSingle(name)) entries.push({ name, type: 'folder', size: 0, modified: null })
    }
  }
  return isThere ? entries : null
}

/** Whether any key starts with the prefix. `modified`: the time of the object whose key is the prefix itself, if it exists. */
export async function findFolder(store: ObjectStore, prefix: string): Promise<{ modified: number | null } | null> {
  for await (const { objects } of store.pages({ prefix, flat: true, most: 1 })) {
    const [first] = objects
    if (first === undefined) return null
    return { modified: first.key === prefix ? first.modified : null }
  }
  return null
}

/** All keys below a prefix that paths can express. Other keys are neither shown nor changed. */
async function keysBelow(store: ObjectStore, prefix: string): Promise<SizedKey[]> {
  const keys: SizedKey[] = []
  for await (const { objects } of store.pages({ prefix, flat: true })) {
    for (const { key, size } of objects) {
      const names = key.slice(prefix.length).replace(/\/$/, '').split('/')
      if (key === prefix || names.every(isSingle)) keys.push({ key, size })
    }
  }
  return keys
}

/**
 * Files in an object store. Folders are the key prefixes before a slash. An empty folder, or one that was created explicitly,
 * is an object whose key ends in a slash.
 */
export function createObjectStorage(store: ObjectStore): FileStorage {
  // Some stores ignore the condition that the object must not exist.
  const changes = new KeyedMutex()

  async function at<T>(path: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      throw store.problemOf(error, path)
    }
  }

  /** Keeps an object that was created since the check. */
  async function mapTakenError(path: string, write: () => Promise<void>): Promise<void> {
    try {
      await write()
    } catch (error) {
      throw store.isAlreadyExists(error) ? refusals.exists(path) : error
    }
  }

  async function entryAt(path: string): Promise<StoredEntry | null> {
    if (pathNames(path) === null) return null
    const name = nameOf(path)
    const [file, folder] = await Promise.all([store.head(path), findFolder(store, `${path}/`)])
    if (file !== null) return { name, type: 'file', size: file.size, modified: file.modified }
    return folder === null ? null : { name, type: 'folder', size: 0, modified: folder.modified }
  }

  /** Returns the existing entry at a new path. Throws if a parent of it is a file. */
  async function newPlace(rawPath: string): Promise<{ path: string; entry: StoredEntry | null }> {
    const names = pathNames(rawPath)
    if (names === null || names.length === 0) throw refusals.noName(rawPath)
    const path = names.join('/')
    const above = names.slice(1).map((_, index) => names.slice(0, index + 1).join('/'))
    const [entry, ...files] = await Promise.all([entryAt(path), ...above.map((each) => store.head(each))])
    const file = files.findIndex((each) => each !== null)
    if (file >= 0) throw refusals.notFolder(above[file] ?? '')
    return { path, entry }
  }

  /** Keeps the parent folder of a removed object, even if that was its last. */
  async function keepFolder(folder: string): Promise<void> {
    if (folder === '' || (await findFolder(store, `${folder}/`)) !== null) return
    await store.put({ key: `${folder}/`, keepExisting: false }, new Uint8Array())
  }

  async function* read(key: string, etag: string | undefined, range: ByteRange | null): AsyncGenerator<Buffer> {
    try {
      yield* store.read(key, etag, range)
    } catch (error) {
      throw store.problemOf(error, key)
    }
  }

  return {
    find: (path) =>
      at(path, async () => {
        if (path !== '') return entryAt(path)
        await findFolder(store, '')
        return { name: '', type: 'folder', size: 0, modified: null }
      }),

    list: (path) =>
      at(path, async () => {
        if (path === '') return (await listFolder(store, '')) ?? []
        return pathNames(path) === null ? null : listFolder(store, `${path}/`)
      }),

    open: (path) =>
      at(path, async () => {
        const names = pathNames(path)
        if (names === null || names.length === 0) return null
        const key = names.join('/')
        const found = await store.head(key)
        if (found === null) return null
        const { size, modified, etag } = found
        return {
          size,
          modified,
          content: (range) =>
            size === 0 ? Readable.from([]) : Readable.from(read(key, etag, range ?? null), { objectMode: false }),
          close: async () => undefined,
        }
      }),

    write: (rawPath, content, { keepExisting } = { keepExisting: false }) =>
      at(rawPath, async () => {
        const write = async () => {
          const { path, entry } = await newPlace(rawPath)
          if (entry?.type === 'folder') throw refusals.folderThere(path)
          if (entry !== null && keepExisting) throw refusals.exists(path)
          await mapTakenError(path, () => store.put({ key: path, keepExisting }, content))
        }
        return keepExisting ? changes.run(rawPath, write) : write()
      }),

    createFolder: (rawPath) =>
      at(rawPath, async () => {
        const { path, entry } = await newPlace(rawPath)
        if (entry !== null) throw refusals.exists(path)
        await mapTakenError(path, () => store.put({ key: `${path}/`, keepExisting: true }, new Uint8Array()))
      }),

    removeFile: (path) =>
      at(path, async () => {
        if (pathNames(path) === null || path === '' || (await store.head(path)) === null) return false
        await store.remove([path])
        await keepFolder(parentOf(path))
        return true
      }),

    removeFolder: (path) =>
      at(path, async () => {
        if (pathNames(path) === null || path === '') return
        const keys = await keysBelow(store, `${path}/`)
        await store.remove(keys.map(({ key }) => key))
        if (keys.length > 0) await keepFolder(parentOf(path))
      }),

    move: (from, to) =>
      at(from, async () => {
        const source = await entryAt(from)
        if (source === null) throw refusals.missing(from)
        const { path, entry } = await newPlace(to)
        if (entry !== null) throw refusals.exists(to)
        const objects = source.type === 'file' ? [{ key: from, size: source.size }] : await keysBelow(store, `${from}/`)
        const keys = objects.map(({ key }) => key)
        const target = (key: string) => path + key.slice(from.length)
        try {
          await store.copy(objects, target)
        } catch (error) {
          await store.remove(keys.map(target)).catch(() => undefined)
          throw error
        }
        await store.remove(keys)
        await keepFolder(parentOf(from))
      }),

    close: async () => store.close(),
  }
}
