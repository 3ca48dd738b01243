import { bytesOf, TooManyBytes } from '@millwright/connector/engine/rows'

const mostBytesOfWhole = 64 * 2 ** 20

/** Metadata of a list. */
export type ListMeta = Readonly<Record<string, unknown>>

/**
 * A response body with too many rows to buffer: a list that is written as it is read (docs/wire/tables.md). It can be read once. Code that
 * does not read it to its end must call `end`, which releases the database.
 */
export class RowStream {
  /** Rows in order, in portions. */
  readonly portions: AsyncIterable<readonly unknown[]>
  /** Called after the last row; `null`: no metadata. */
  readonly meta: () => Promise<ListMeta | null>

  /** May be called repeatedly. */
  readonly end: () => void

  constructor({ portions, meta, end }: Pick<RowStream, 'portions' | 'meta' | 'end'>) {
    this.portions = portions
    this.meta = meta
    this.end = end
  }
}

/**
 * Returns a body as a plain value, with all rows of a stream, for callers inside the instance that need a complete response. Throws
 * `TooManyBytes` if they take more than 64 MB together.
 */
export async function wholeBody(body: unknown): Promise<unknown> {
  if (!(body instanceof RowStream)) return body
  const resource: unknown[] = []
  let bytes = 0
  for await (const rows of body.portions) {
    bytes += bytesOf(rows)
    if (bytes > mostBytesOfWhole) throw new TooManyBytes()
    for (const row of rows) resource.push(row)
  }
  const meta = await body.meta()
  return meta === null ? { resource } : { resource, meta }
}

/** Returns the number of records of a list; `null` if the body is not a list, or a stream of unknown length. */
export function rowsInBody(body: unknown): number | null {
  if (typeof body !== 'object' || body === null || !('resource' in body)) return null
  return Array.isArray(body.resource) ? body.resource.length : null
}
