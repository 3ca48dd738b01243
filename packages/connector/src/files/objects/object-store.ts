import type { ByteRange, FileBytes } from '../file-storage.ts'

/** A key-value object store in which folders are key prefixes before a slash. Methods reject with the store's own errors. */
export interface ObjectStore {
  /** `null` if the object does not exist. */
  head(key: string): Promise<HeadedObject | null>
  /** Yields the keys with a prefix in pages, sorted. */
  pages(options: ListOptions): AsyncIterable<ObjectPage>
  /** Fails if the object has changed. */
  read(key: string, etag: string | undefined, range: ByteRange | null): AsyncIterable<Buffer>
  /** Visible only when complete. */
  put(target: PutTarget, content: FileBytes): Promise<void>
  copy(objects: readonly SizedKey[], target: (key: string) => string): Promise<void>
  /** Missing keys are ignored. */
  remove(keys: readonly string[]): Promise<void>
  /** Whether a write failed because the object already exists. */
  isAlreadyExists(error: unknown): boolean
  /** Maps an error of the store for a path to a `Problem`. Other errors are returned unchanged. */
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
  /** Fails if the object already exists. */
  readonly keepExisting: boolean
}

export interface ObjectPage {
  readonly objects: readonly { readonly key: string; readonly size: number; readonly modified: number }[]
  /** Common prefixes up to the next slash. */
  readonly folders: readonly string[]
}

export interface ListOptions {
  readonly prefix: string
  /** Whether to collapse each folder into one entry instead of listing its content. */
  readonly flat: boolean
  /** Objects per page. Defaults to 1000. */
  readonly most?: number
}

const atOnce = 8

/** Runs `work` for all items, a few at a time to limit the load on one server. */
export async function inGroups<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < items.length; at += atOnce) await Promise.all(items.slice(at, at + atOnce).map(work))
}

/** Percent-encodes a key or value for URLs, except for slashes. */
export function encodeKey(key: string): string {
  return encodeURIComponent(key)
    .replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%2F', '/')
}

/** Bytes of the first parts of a multipart upload. Two parts are in memory at once. */
export const partSize = 8 * 2 ** 20
/** An upload has at most 10,000 parts. The part size doubles after this many parts, so that files of any size fit. */
const partsOfOneSize = 1250

/** Splits the content into parts of the current size, except for the last part. */
export async function* inParts(content: FileBytes): AsyncGenerator<Uint8Array> {
  let pieces: Uint8Array[] = []
  let length = 0
  let count = 0
  for await (const bytes of content instanceof Uint8Array ? [content] : content) {
    let left = bytes
    while (left.length > 0) {
      const wanted = partSize * 2 ** Math.floor(count / partsOfOneSize) - length
      pieces.push(left.subarray(0, wanted))
      length += Math.min(wanted, left.length)
      if (left.length < wanted) break
      left = left.subarray(wanted)
      yield Buffer.concat(pieces, length)
      pieces = []
      length = 0
      count += 1
    }
  }
  if (length > 0) yield Buffer.concat(pieces, length)
}
