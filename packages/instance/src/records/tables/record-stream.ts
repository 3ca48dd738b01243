import { bytesOf, mostBytesAtOnce, portionsOf } from '@millwright/connector/engine/rows'
import type { DatabaseRow } from '@millwright/connector/engine/statement'
import type { Params } from '../../request/api-request.ts'
import { type ListMeta, RowStream } from '../../request/row-stream.ts'
import type { PermittedTable } from '../permitted-table.ts'
import type { ReadPlan } from '../read-plan.ts'
import { embedRelations, type Reading } from './embed-relations.ts'
import { listMeta, type PageLimit } from './list-pages.ts'
import type { RelationQuery } from './relation-query.ts'

/** Pages that may have more records than this are streamed. */
const maxAtOnce = 2_000

export function worthStreaming({ limit }: PageLimit): boolean {
  return limit > maxAtOnce
}

export interface StreamedRead {
  readonly plan: ReadPlan
  readonly relations: readonly RelationQuery[]
  readonly page: PageLimit
  readonly offset: number
  /** Reduces records of a portion to the response. */
  readonly shape: (rows: readonly DatabaseRow[]) => readonly unknown[]
}

/**
 * Streams a page of any length in constant memory; a short page is returned without streaming. The first records are read before it
 * returns, so that a failing statement is rejected like any other. Relations are embedded per portion.
 */
export async function streamedPage(
  reading: Reading,
  permitted: PermittedTable,
  { plan, relations, page, offset, shape }: StreamedRead,
  options: Params,
): Promise<unknown> {
  const { context } = reading
  const stream = context.database.stream(plan.list({ limit: page.limit, offset }))
  const portions = stream[Symbol.asyncIterator]()
  const metaOf = (found: number) => listMeta(context, permitted.table, { plan, page, offset, found }, options)
  let found = 0

  async function next(): Promise<readonly unknown[] | null> {
    const { done, value } = await portions.next()
    if (done === true) return null
    const rows = [...value]
    found += rows.length
    plan.selection.write(rows)
    await embedRelations(reading, permitted, relations, rows)
    return shape(rows)
  }

  /** Errors are ignored here, as there is no reader left. */
  const end = () => void portions.return?.().catch(() => undefined)

  async function* all(first: readonly unknown[], second: readonly unknown[]) {
    try {
      yield* portionsOf(first)
      yield* portionsOf(second)
      for (let rows = await next(); rows !== null; rows = await next()) yield* portionsOf(rows)
    } finally {
      end()
    }
  }

  try {
    const first = (await next()) ?? []
    const second = await next()
    if (second !== null) return new RowStream({ portions: all(first, second), meta: async () => metaOf(found), end })
    return listBody(first, await metaOf(found), relations.length > 0)
  } catch (error) {
    end()
    throw error
  }
}

/**
 * The body of a list that was read whole: a stream if its records take much together, which they can if they have related records, as one of
 * those may be in many of them.
 */
export function listBody(resource: readonly unknown[], meta: ListMeta | null, hasRelated: boolean): unknown {
  if (!hasRelated || bytesOf(resource) <= mostBytesAtOnce) return meta === null ? { resource } : { resource, meta }
  return new RowStream({ portions: inPortions(resource), meta: async () => meta, end: () => undefined })
}

async function* inPortions(rows: readonly unknown[]) {
  yield* portionsOf(rows)
}
