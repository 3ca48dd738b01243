import type { FileBytes } from '../../../gateway/ports/file-storage.ts'
import type { ByteRange } from '../../../request/file-content.ts'

/** A store of objects by keys, in which folders are what keys have before a slash. It rejects with errors of its own. */
export interface ObjectStore {
  /** Null: there is none. */
  head(key: string): Promise<HeadedObject | null>
  /** What keys begin so, some at a time, in their order. */
  pages(asked: AskedKeys): AsyncIterable<ObjectPage>
  /** Fails when the object is not the same any more. */
  read(key: string, etag: string | undefined, range: ByteRange | null): AsyncIterable<Buffer>
  /** Seen only when it is whole. */
  put(target: PutTarget, content: FileBytes): Promise<void>
  copy(objects: readonly SizedKey[], target: (key: string) => string): Promise<void>
  /** Those that are not there are fine. */
  remove(keys: readonly string[]): Promise<void>
  /** Whether a write was refused because something is there already. */
  isTaken(error: unknown): boolean
  /** An error of the store as a refusal of what is done at a path; others as they are. */
  problemOf(error: unknown, path: string): unknown
  close(): Promise<void> | void
}

export interface HeadedObject {
  readonly size: number
  /** Milliseconds since 1970. */
  readonly modified: number
  readonly etag: string | undefined
}

export interface SizedKey {
  readonly key: string
  readonly size: number
}

export interface PutTarget {
  readonly key: string
  /** The store refuses it when there is one already. */
  readonly keepExisting: boolean
}

export interface ObjectPage {
  readonly objects: readonly { readonly key: string; readonly size: number; readonly modified: number }[]
  /** Of all keys that go on with a slash: as far as there. */
  readonly folders: readonly string[]
}

export interface AskedKeys {
  readonly prefix: string
  /** Folders as one each, instead of all that is in them. */
  readonly flat: boolean
  /** Objects a page; a thousand, unless told. */
  readonly most?: number
}

const atOnce = 8

/** Some at a time, as many as one server should be asked at once. */
export async function inGroups<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < items.length; at += atOnce) await Promise.all(items.slice(at, at + atOnce).map(work))
}
