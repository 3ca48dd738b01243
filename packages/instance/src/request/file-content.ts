import { Readable } from 'node:stream'

/** The bytes from one to another, both included. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

interface Content {
  /** With its ending. */
  readonly name: string
  /** The header Content-Type. */
  readonly contentType: string
  readonly disposition: 'inline' | 'attachment' | null
  /** Bytes; null for what is made while it is sent. */
  readonly size: number | null
  /** Milliseconds since 1970; null: now. */
  readonly modified: number | null
  /** It is the answer of another API; absent: a file. */
  readonly isPassedOn?: boolean
  /** The header Content-Security-Policy of a page of the instance's own; absent: what it runs is kept from acting as the console. */
  readonly policy?: string
  /** Called once; all of it without a range. */
  read(range?: ByteRange): Readable
  /** Instead of `read`. */
  close(): Promise<void> | void
}

/** The `ETag` of a file: another after every change that its size or its time shows. */
export function fileTag({ size, modified }: { readonly size: number; readonly modified: number }): string {
  return `"${size.toString(36)}-${modified.toString(36)}"`
}

/** The body of an answer that is a file, sent as it is read. Whoever neither sends nor reads it has to close it. */
export class FileContent {
  readonly content: Content

  constructor(content: Content) {
    this.content = content
  }
}

/** Bytes that are in the memory as such a body; `like`: of which file they are. */
export function fileOf(bytes: Buffer, like: Partial<Content> & Pick<Content, 'contentType'>): FileContent {
  return new FileContent({
    name: like.name ?? '',
    contentType: like.contentType,
    disposition: like.disposition ?? null,
    size: bytes.length,
    modified: like.modified ?? null,
    ...(like.policy !== undefined && { policy: like.policy }),
    read: (range) => Readable.from([range === undefined ? bytes : bytes.subarray(range.start, range.end + 1)]),
    close: () => undefined,
  })
}
