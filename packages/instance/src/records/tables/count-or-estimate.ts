import type { Params } from '../../request/api-request.ts'
import { flag } from '../../request/params.ts'
import type { PermittedTable } from '../permitted-table.ts'
import type { ReadPlan } from '../read-plan.ts'
import { countRecords } from '../record-reader.ts'
import type { RecordsContext } from '../records-context.ts'

/** Counting more records than this takes long enough to ask the database for its estimate. */
const countedUpTo = 100_000

interface EstimatedCount {
  readonly count: number
  readonly estimated: boolean
}

/**
 * Returns the number of records for `count_only`. With `estimate`, a table that the database estimates to have more than 100,000 is not
 * counted, unless a filter or the caller's rights exclude some of them (docs/wire/tables.md).
 */
export async function countOrEstimate(
  { engine, database }: Pick<RecordsContext, 'engine' | 'database'>,
  permitted: PermittedTable,
  plan: ReadPlan,
  options: Params,
): Promise<number | EstimatedCount> {
  if (!flag(options, 'estimate')) return countRecords(database, plan)
  const { estimatedRows } = engine.dialect
  const isWhole = permitted.rows === null && !options.filter && !options.group
  if (estimatedRows !== undefined && isWhole) {
    const { rows } = await database.run(estimatedRows(permitted.table.table))
    const estimate = Number(rows[0]?.count ?? 0)
    if (estimate > countedUpTo) return { count: estimate, estimated: true }
  }
  return { count: await countRecords(database, plan), estimated: false }
}
