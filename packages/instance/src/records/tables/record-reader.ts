import type { LRUCache } from 'lru-cache'
import type { Engine, Session } from '../../engines/engine.ts'
import type { BoundValue, DatabaseRow } from '../../engines/statement.ts'
import { valueWriter } from '../../engines/values/value-writer.ts'
import { createLruCache } from '../../platform/cache.ts'
import type { DescribedField, DescribedTable } from '../described-table.ts'
import type { PermittedTable } from '../permitted-table.ts'
import { type Page, ReadPlan, type ReadQuery } from './read-plan.ts'
import { keyText, RowsByKey } from './record-keys.ts'

const mostPlans = 500
/** Longer queries are rare, and planned each time. */
const longestName = 2_000

const plans = new WeakMap<DescribedTable, LRUCache<string, ReadPlan>>()

/** The plan of a read, made once for each query as long as the table stays as it is. `more`: what else it depends on. */
export function planRead(engine: Engine, permitted: PermittedTable, query: ReadQuery, more: string): ReadPlan {
  const { table } = permitted
  const name = planName(permitted, query, more)
  if (name === null) return new ReadPlan(engine, permitted, query)
  let cache = plans.get(table)
  if (cache === undefined) {
    cache = createLruCache(mostPlans)
    plans.set(table, cache)
  }
  const known = cache.get(name)
  if (known !== undefined) return known
  const made = new ReadPlan(engine, permitted, query)
  cache.set(name, made)
  return made
}

/** Null when the plan cannot be cached: lookups differ from caller to caller. */
function planName(
  { rows }: PermittedTable,
  { fields, order, group, filter, params, lookups }: ReadQuery,
  more: string,
): string | null {
  if (lookups.open.size > 0) return null
  const name = `${fields ?? ''}\n${order ?? ''}\n${group ?? '-'}\n${filter ?? ''}\n${rows?.key ?? ''}\n${more}`
  const given = filter?.includes(':') ? JSON.stringify(params) : ''
  return name.length + given.length > longestName ? null : `${name}\n${given}`
}

/** A page of records in the form of the wire, with the members that the plan's reader needs. */
export async function readPage(session: Session, plan: ReadPlan, page: Page): Promise<DatabaseRow[]> {
  const ran = session.run(plan.list(page))
  const { rows } = ran instanceof Promise ? await ran : ran
  plan.selection.write(rows)
  return rows
}

/** Undefined when there is none, or it is not for the caller. */
export async function readOne(
  session: Session,
  plan: ReadPlan,
  field: DescribedField,
  key: BoundValue,
): Promise<DatabaseRow | undefined> {
  const { sql, values } = plan.one(field)
  const ran = session.run({ sql, values: [key, ...values] })
  const { rows } = ran instanceof Promise ? await ran : ran
  plan.selection.write(rows)
  return rows[0]
}

/** How many keys of several fields go into one statement. */
const keysAtOnce = 200

/** Records by their keys; `undefined` in the place of those that are not there. The plan needs the key's fields. */
export async function readByKeys(
  session: Session,
  plan: ReadPlan,
  fields: readonly DescribedField[],
  keys: readonly (readonly BoundValue[] | null)[],
): Promise<(DatabaseRow | undefined)[]> {
  const wanted = keys.filter((key) => key !== null)
  if (wanted.length === 0) return keys.map(() => undefined)
  const portion = fields.length === 1 ? wanted.length : keysAtOnce
  const found: DatabaseRow[] = []
  for (let start = 0; start < wanted.length; start += portion) {
    const { rows } = await session.run(plan.byKeys(fields, wanted.slice(start, start + portion)))
    plan.selection.write(rows)
    for (const row of rows) found.push(row)
  }
  const members = fields.map((field) => plan.selection.members.get(field) ?? field.apiName)
  const writers = fields.map((field) => valueWriter(field))
  const asked = keys.map((key) => (key === null ? null : keyText(key.map((value, part) => writers[part]?.(value)))))
  const rowsByKey = new RowsByKey(
    new Set(asked.filter((key) => key !== null)),
    found.map((row) => [keyText(members.map((member) => row[member])), row] as const),
  )
  return asked.map((key) => (key === null ? undefined : rowsByKey.get(key)[0]))
}

/** How many records the plan's conditions leave. */
export async function countRecords(session: Session, plan: ReadPlan): Promise<number> {
  const { rows } = await session.run(plan.count)
  return Number(rows[0]?.count ?? 0)
}

/** Rows with what was asked for alone. */
export function answeredRows({ selection }: ReadPlan, rows: readonly DatabaseRow[]): readonly DatabaseRow[] {
  return selection.answered === null ? rows : rows.map(selection.answered)
}
