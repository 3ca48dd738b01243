import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'

/** The storage of a file service. Paths have slashes only between names; the root is the empty path. */
export interface FileStorage {
  /** `null` if nothing exists there. */
  find(path: string): Promise<StoredEntry | null>
  /** The entries of a folder, in any order; `null` if it does not exist. */
  list(path: string): Promise<readonly StoredEntry[] | null>
  /** `null` if there is no such file; folders do not count. */
  open(path: string): Promise<StoredFile | null>
  /**
   * Creates parent folders and replaces an existing file, or throws 400 with `keepExisting`. The write is atomic: no reader sees an
   * incomplete file, and a failed write leaves nothing behind.
   */
  write(path: string, content: FileBytes, options?: WriteOptions): Promise<void>
  /** Creates parent folders. Throws 400 if something already exists there. */
  createFolder(path: string): Promise<void>
  /** `false` if it did not exist. */
  removeFile(path: string): Promise<boolean>
  /** Deletes the folder recursively; does nothing if it does not exist. */
  removeFolder(path: string): Promise<void>
  /** Moves a file or a folder to an unused path. */
  move(from: string, to: string): Promise<void>
  /** Releases resources such as connections, once they are no longer used; absent if it holds none. */
  close?(): Promise<void>
}

/** The storage of the service with a name; `null` if there is no such service or it has no storage. */
export type StorageOf = (service: string) => Promise<FileStorage | null>

export type FileBytes = Uint8Array | AsyncIterable<Uint8Array>

export interface WriteOptions {
  /** Throws 400 if the file already exists. */
  readonly keepExisting: boolean
}

export interface StoredEntry {
  readonly name: string
  readonly type: 'file' | 'folder'
  /** Bytes; 0 for a folder. */
  readonly size: number
  /** Milliseconds since 1970; `null` if unknown, as for folders in some stores. */
  readonly modified: number | null
}

/** A range of bytes, both ends inclusive. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

export interface StoredFile {
  /** Bytes. */
  readonly size: number
  /** Milliseconds since 1970. */
  readonly modified: number
  /** Called once: streams the content, and closes the file at the end. */
  content(range?: ByteRange): Readable
  /** Called instead of `content`. */
  close(): Promise<void>
}

const longestPath = 1000
const longestName = 255

/**
 * The names in a path, without empty ones; `null` for a path that could escape its folder: with `..`, a backslash, a drive or a
 * control character.
 */
export function pathNames(path: string): string[] | null {
  const names = path.split('/').filter((name) => name !== '')
  const fits = path.length <= longestPath && names.every(isName)
  return fits ? names : null
}

/** Whether a remote entry's name is a valid single name; entries with other names are inaccessible. */
export const isSingle = (name: string): boolean =>
  name !== '' && name !== '.' && name !== '..' && !name.includes('/') && !name.includes('\0')

function isName(name: string): boolean {
  return isSingle(name) && Buffer.byteLength(name) <= longestName && name.isWellFormed() && !/[\p{Cc}\\:]/u.test(name)
}

export const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
export const joined = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`)

/** Joins a folder's path on the server with a name. */
export const below = (folder: string, name: string): string => {
  if (name === '') return folder
  return folder.endsWith('/') ? folder + name : `${folder}/${name}`
}

const draftName = /^\.[\da-f-]{36}\.part$/
/** Milliseconds after which a draft counts as abandoned. */
const abandonedAfter = 7 * 24 * 60 * 60 * 1000

/** Returns a new name for a file that is written next to its destination first. */
export const newDraft = (): string => `.${randomUUID()}.part`

/** Whether a file is a draft, which only its writer sees. */
export const isDraft = (name: string): boolean => draftName.test(name)

/** Whether a draft is old enough to be deleted. */
export const isAbandoned = ({ name, modified }: StoredEntry): boolean =>
  isDraft(name) && modified !== null && Date.now() - modified > abandonedAfter
