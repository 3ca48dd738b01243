import { Readable } from 'node:stream'
import type { ByteRange } from '@millwright/connector/files/file-storage'

interface Content {
  /** Includes the extension. */
  readonly name: string
  /** The Content-Type header. */
  readonly contentType: string
  readonly disposition: 'inline' | 'attachment' | null
  /** Size in bytes; `null` for content generated while it is sent. */
  readonly size: number | null
  /** Milliseconds since 1970; `null`: now. */
  readonly modified: number | null
  /** Whether it is the response of another API; absent: a file. */
  readonly isPassedOn?: boolean
  /** Whether it is generated text, which is compressed for clients that accept it; absent: it is sent as it is. */
  readonly isText?: boolean
  /** The Content-Security-Policy header for a page of the instance itself; absent: scripts in the file are sandboxed from the console. */
  readonly policy?: string
  /** Called once; reads everything without a range. */
  read(range?: ByteRange): Readable
  /** Called instead of `read`. */
  close(): Promise<void> | void
}

/** Returns the `ETag` of a file, which differs after every change of its size or modification time. */
export function fileTag({ size, modified }: { readonly size: number; readonly modified: number }): string {
  return `"${size.toString(36)}-${modified.toString(36)}"`
}

/** A response body that is streamed from a file. Code that neither sends nor reads it must close it. */
export class FileContent {
  readonly content: Content

  constructor(content: Content) {
    this.content = content
  }
}

/** Returns such a body for bytes in memory; `like`: properties of the file. */
export function fileOf(bytes: Buffer, like: Partial<Content> & Pick<Content, 'contentType'>): FileContent {
  return new FileContent({
    name: like.name ?? '',
    contentType: like.contentType,
    disposition: like.disposition ?? null,
    size: bytes.length,
    modified: like.modified ?? null,
    ...(like.isText === true && { isText: true }),
    ...(like.policy !== undefined && { policy: like.policy }),
    read: (range) => Readable.from([range === undefined ? bytes : bytes.subarray(range.start, range.end + 1)]),
    close: () => undefined,
  })
}

/** A file in a form. Its JSON is its name only. */
export class UploadedFile {
  readonly name: string
  readonly bytes: Uint8Array

  constructor(name: string, bytes: Uint8Array) {
    this.name = name
    this.bytes = bytes
  }

  toJSON(): string {
    return this.name
  }
}
