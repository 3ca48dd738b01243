import type { Readable } from 'node:stream'

/** A body that was not read yet. Whoever takes it reads it to its end or destroys it. */
export interface Upload {
  readonly content: Readable
  /** The header Content-Type. */
  readonly contentType: string
  /** Bytes, as far as the sender said. */
  readonly size: number | null
}
