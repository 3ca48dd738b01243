import type { BoundValue, DatabaseRow, MaybePromise, Statement } from '@millwright/connector/engine/statement'
import type { Page, ReadPlan } from './read-plan.ts'
import { keyText, RowsByKey } from './related-rows.ts'

/** Runs statements that return rows: a database, a transaction in one, or the instance's own store. */
export interface RowSource {
  run(statement: Statement): MaybePromise<{ readonly rows: DatabaseRow[] }>
}

/** Reads a page of records in wire form, including members that were not requested but selected. */
export async function readPage<Context>(
  source: RowSource,
  plan: ReadPlan<Context>,
  page: Page,
  context: Context,
): Promise<DatabaseRow[]> {
  const ran = source.run(plan.list(page))
  const { rows } = ran instanceof Promise ? await ran : ran
  plan.selection.write(rows, context)
  return rows
}

/** Reads the first records with one of these keys, in the plan's order and in wire form. */
export async function readListOf<Context>(
  source: RowSource,
  plan: ReadPlan<Context>,
  keys: readonly (readonly BoundValue[])[],
  limit: number,
  context: Context,
): Promise<DatabaseRow[]> {
  const { rows } = await source.run(plan.listOf(keys, limit))
  plan.selection.write(rows, context)
  return rows
}

/** Returns `undefined` if the record does not exist or is not visible to the caller. `more`: also selected. */
export async function readRow<Context>(
  source: RowSource,
  plan: ReadPlan<Context>,
  key: BoundValue,
  context: Context,
  more = '',
): Promise<DatabaseRow | undefined> {
  const { sql, values } = plan.one(more)
  const ran = source.run({ sql, values: [key, ...values] })
  const { rows } = ran instanceof Promise ? await ran : ran
  plan.selection.write(rows, context)
  return rows[0]
}

/** Maximum number of composite keys per statement. */
const keysAtOnce = 200

/** Reads records by their keys; `undefined` in place of missing records. */
export async function readByKeys<Context>(
  source: RowSource,
  plan: ReadPlan<Context>,
  keys: readonly (readonly BoundValue[] | null)[],
  context: Context,
): Promise<(DatabaseRow | undefined)[]> {
  const wanted = keys.filter((key) => key !== null)
  if (wanted.length === 0) return keys.map(() => undefined)
  const fields = plan.keys
  const portion = fields.length === 1 ? wanted.length : keysAtOnce
  const found: DatabaseRow[] = []
  for (let start = 0; start < wanted.length; start += portion) {
    const { rows } = await source.run(plan.find(wanted.slice(start, start + portion)))
    plan.selection.write(rows, context)
    for (const row of rows) found.push(row)
  }
  const keyTexts = keys.map((key) =>
    key === null ? null : keyText(key.map((value, part) => fields[part]?.write(value))),
  )
  const rowsByKey = new RowsByKey(
    new Set(keyTexts.filter((key) => key !== null)),
    found.map((row) => [rowKey(plan, row), row] as const),
  )
  return keyTexts.map((key) => (key === null ? undefined : rowsByKey.get(key)[0]))
}

/** Returns the key of a row read by the plan, as one text. */
export function rowKey<Context>({ keys }: ReadPlan<Context>, row: DatabaseRow): string {
  return keyText(keys.map(({ member }) => row[member]))
}

/** Counts the records that match the plan's conditions. */
export async function countRecords<Context>(source: RowSource, plan: ReadPlan<Context>): Promise<number> {
  const { rows } = await source.run(plan.count)
  return Number(rows[0]?.count ?? 0)
}

/** Reduces rows to the requested members. */
export function projectRows<Context>(
  { selection }: ReadPlan<Context>,
  rows: readonly DatabaseRow[],
): readonly DatabaseRow[] {
  return selection.answered === null ? rows : rows.map(selection.answered)
}
