import { isSingle, type StoredEntry } from '../file-storage.ts'
import type { ObjectStore, SizedKey } from './object-store.ts'

/** Lists the files and folders below a prefix, or returns `null` if no key starts with it. */
export async function listFolder(store: ObjectStore, prefix: string): Promise<StoredEntry[] | null> {
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
export async function keysBelow(store: ObjectStore, prefix: string): Promise<SizedKey[]> {
  const keys: SizedKey[] = []
  for await (const { objects } of store.pages({ prefix, flat: true })) {
    for (const { key, size } of objects) {
      const names = key.slice(prefix.length).replace(/\/$/, '').split('/')
      if (key === prefix || names.every(isSingle)) keys.push({ key, size })
    }
  }
  return keys
}
