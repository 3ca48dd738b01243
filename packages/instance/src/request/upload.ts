import type { Readable } from 'node:stream'

/** An unread body. The code that takes it must read it to its end or destroy it. */
export interface Upload {
  readonly content: Readable
  /** The Content-Type header. */
  readonly contentType: string
  /** Size in bytes, if the sender declared it. */
  readonly size: number | null
}
