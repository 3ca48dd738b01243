import type { Readable } from 'node:stream'
import type { ByteRange } from '../../request/file-content.ts'

/** Where a file service keeps its files. Paths have slashes between names and none outside; the root is the empty one. */
export interface FileStorage {
  /** Null: nothing there. */
  find(path: string): Promise<StoredEntry | null>
  /** What a folder has, in any order; null: there is no such folder. */
  list(path: string): Promise<readonly StoredEntry[] | null>
  /** Null when there is no such file; folders are none. */
  open(path: string): Promise<StoredFile | null>
  /**
   * Makes the folders on the way; replaces a file that is there, unless told to keep it: 400. Nobody sees the file before it is whole,
   * and nothing is left of one that did not become so.
   */
  write(path: string, content: FileBytes, options?: WriteOptions): Promise<void>
  /** Makes the folders on the way, and refuses with 400 when there is something already. */
  makeFolder(path: string): Promise<void>
  /** False: there was none. */
  removeFile(path: string): Promise<boolean>
  /** With everything in it; nothing happens when there is none. */
  removeFolder(path: string): Promise<void>
  /** Of a file or a folder, to where nothing is yet. */
  move(from: string, to: string): Promise<void>
  /** Gives back what it holds, such as connections, once nobody uses them any more; absent: it holds nothing. */
  close?(): Promise<void>
}

/** Where the service of a name keeps files; null: there is no such service, or it keeps none. */
export type StorageOf = (service: string) => Promise<FileStorage | null>

export type FileBytes = Uint8Array | AsyncIterable<Uint8Array>

export interface WriteOptions {
  /** Refuse with 400 when there is a file already. */
  readonly keepExisting: boolean
}

export interface StoredEntry {
  readonly name: string
  readonly type: 'file' | 'folder'
  /** Bytes; 0 of a folder. */
  readonly size: number
  /** Milliseconds since 1970; null: not known, as of folders in some stores. */
  readonly modified: number | null
}

export interface StoredFile {
  /** Bytes. */
  readonly size: number
  /** Milliseconds since 1970. */
  readonly modified: number
  /** Called once: streams the content, and closes the file when done. */
  content(range?: ByteRange): Readable
  /** Instead of `content`. */
  close(): Promise<void>
}

const longestPath = 1000
const longestName = 255

/**
 * The names of a path, empty ones left out; null for a path that leads anywhere else than down: with `..`, a backslash, a
 * drive or a control character.
 */
export function pathNames(path: string): string[] | null {
  const names = path.split('/').filter((name) => name !== '')
  const fits = path.length <= longestPath && names.every(isName)
  return fits ? names : null
}

/** Whether another side's name for something in a folder can be a single name at all; what cannot is nobody's to reach. */
export const isSingle = (name: string): boolean =>
  name !== '' && name !== '.' && name !== '..' && !name.includes('/') && !name.includes('\0')

function isName(name: string): boolean {
  return isSingle(name) && Buffer.byteLength(name) <= longestName && name.isWellFormed() && !/[\p{Cc}\\:]/u.test(name)
}

export const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
export const joined = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`)
