import type { TableName } from '../../store/tables.ts'
import { quoted } from './dialect.ts'
import type { Tx } from './sql-runner.ts'

/** Ids from one on, and before another. */
export interface IdSpan {
  readonly from: number
  readonly to: number
}

/** A place in a table from which an offset is short. */
export interface NearPlace {
  readonly span: IdSpan
  readonly offset: number
}

/** The logs whose rows are counted by blocks of ids where a long read holds the process (migration 47). */
const counted: ReadonlySet<TableName> = new Set(['audit', 'service_report'])
/** Ids per block. */
const block = 2 ** 13
const last = Number.MAX_SAFE_INTEGER

/** Whether the rows of a table are counted. */
export function isCounted(table: TableName, { dialect }: Tx): boolean {
  return counted.has(table) && !dialect.isShared
}

/** Returns the number of all rows of a counted table. */
export async function countRows(tx: Tx, table: TableName): Promise<number> {
  const found = await tx.first(`SELECT sum("number") AS "number" FROM ${quoted(`${table}_count`)}`)
  return Number(found?.number ?? 0)
}

/** Returns where to read instead of skipping so many rows of a counted table in the order of their ids; `null`: skip them. */
export async function placeAt(
  tx: Tx,
  table: TableName,
  way: 'asc' | 'desc',
  offset: number,
): Promise<NearPlace | null> {
  if (offset < block) return null
  const blocks = await tx.all(`SELECT "block", "number" FROM ${quoted(`${table}_count`)} ORDER BY "block" ${way}`)
  let left = offset
  for (const { block: at, number } of blocks) {
    if (left < Number(number)) {
      const from = Number(at) * block
      return { span: way === 'asc' ? { from, to: last } : { from: -last, to: from + block }, offset: left }
    }
    left -= Number(number)
  }
  return { span: { from: last, to: last }, offset: 0 }
}
