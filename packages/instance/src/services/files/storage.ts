import type { Readable } from 'node:stream'

/** Where a file service keeps its files. Paths have slashes between names and none outside. */
export interface FileStorage {
  /** Null when there is no such file; folders are none. */
  open(path: string): Promise<StoredFile | null>
  /** Makes the folders on the way; replaces a file that is there. */
  write(path: string, content: Uint8Array): Promise<void>
  /** With everything in it; nothing happens when there is none. */
  removeFolder(path: string): Promise<void>
}

export interface StoredFile {
  /** Bytes. */
  readonly size: number
  /** Milliseconds since 1970. */
  readonly modified: number
  /** Called once: streams the content, and closes the file when done. */
  content(): Readable
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

function isName(name: string): boolean {
  return name !== '.' && name !== '..' && Buffer.byteLength(name) <= longestName && !/[\p{Cc}\\:]/u.test(name)
}
