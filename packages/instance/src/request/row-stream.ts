/** What a list has beside its rows. */
export type ListMeta = Readonly<Record<string, unknown>>

/**
 * The body of an answer whose rows are too many to be held at once: a list that is written as it is read (docs/wire/tables.md). It
 * can be read once. Whoever does not read it to its end, or not at all, has to end it, which lets go of the database.
 */
export class RowStream {
  /** Rows in order, in portions. */
  readonly portions: AsyncIterable<readonly unknown[]>
  /** After the last row; null: nothing. */
  readonly meta: () => Promise<ListMeta | null>

  /** As often as one likes. */
  readonly end: () => void

  constructor({ portions, meta, end }: Pick<RowStream, 'portions' | 'meta' | 'end'>) {
    this.portions = portions
    this.meta = meta
    this.end = end
  }
}

/** A body as the value that it stands for: of a stream, all its rows. For those inside the instance who need a whole answer. */
export async function wholeBody(body: unknown): Promise<unknown> {
  if (!(body instanceof RowStream)) return body
  const resource: unknown[] = []
  for await (const rows of body.portions) for (const row of rows) resource.push(row)
  const meta = await body.meta()
  return meta === null ? { resource } : { resource, meta }
}

/** Records of a body that is a list; null: it is none, or nobody knows before its end. */
export function rowsOf(body: unknown): number | null {
  if (typeof body !== 'object' || body === null || !('resource' in body)) return null
  return Array.isArray(body.resource) ? body.resource.length : null
}
