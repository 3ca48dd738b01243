import { Problem } from '@millwright/contract/problem'
import type { UsageAnswer, UsageGroup, UsageGroupKey, UsageMeta, UsageRow } from '@millwright/contract/wire/usage'
import { dialectOf, type Key } from '../../../../records/system/dialect.ts'
import type { Store } from '../../../../store/store.ts'
import type { UsageStore } from '../../../../store/usage/usage-store.ts'
import { otherName } from '../collect/dictionary.ts'
import { minuteSpan, outcomeName, reasonName, type Span } from '../dimensions.ts'
import { readGaps, trackingStart } from './gaps.ts'
import { monthStart, type UsageQuery } from './usage-query.ts'
import { kindFor, Sum, type SumRow, spanOf, sumsSql } from './usage-sums.ts'

/** Sources of group names: for deleted records, the counts themselves. */
interface GroupNames {
  readonly store: Pick<Store, 'db'>
  readonly usage: UsageStore
}

const gone = -1

/** Names of groups in the API. */
async function groupNames(
  names: GroupNames,
  by: UsageGroup,
  keys: readonly Key[],
): Promise<(key: unknown) => UsageGroupKey> {
  const other: UsageGroupKey = { group: 'other', group_id: null }
  if (by !== 'app' && by !== 'user' && by !== 'role') {
    return (key) => (key === null ? other : { group: String(key) === '' ? null : String(key), group_id: null })
  }
  const ids = keys.map(Number).filter((id) => id > 0)
  const found = ids.length === 0 ? new Map<number, string>() : await namesOf(names, by, ids)
  return (key) => {
    if (key === null) return other
    const id = Number(key)
    if (id === 0) return { group: null, group_id: null }
    if (id === gone) return { group: 'deleted', group_id: null }
    return { group: found.get(id) ?? String(id), group_id: id }
  }
}

async function namesOf(
  { store, usage }: GroupNames,
  by: 'app' | 'user' | 'role',
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (by === 'user') {
    const people = await store.db.selectFrom('user').select(['id', 'email']).where('id', 'in', ids).execute()
    return new Map(people.map(({ id, email }) => [id, email]))
  }
  const kept = await usage.statements.all<{ id: unknown; name: string | null }>(
    `select ${by}_id as id, max(${by}_name) as name from usage_caller where ${by}_id > 0 group by ${by}_id`,
    [],
  )
  const rows = await store.db.selectFrom(by).select(['id', 'name']).where('id', 'in', ids).execute()
  const known = kept.flatMap(({ id, name }) => (name === null ? [] : [[Number(id), name] as const]))
  return new Map([...known, ...rows.map(({ id, name }) => [id, name] as const)])
}

interface KeyedRow extends SumRow {
  readonly start?: unknown
  readonly key?: unknown
}

/** The figures for a query. `nameOf`: looks up names of records. */
export async function readUsage(
  store: UsageStore,
  query: UsageQuery,
  names: GroupNames,
  now: number,
): Promise<UsageAnswer> {
  const { from, to, step, by, narrowed } = query
  const kind = kindFor(narrowed, by)
  const span = spanFor(query)
  if (kind === 'pair' && span === minuteSpan) {
    throw new Problem(400, 'Usage by caller is not stored per minute. Use step=hour, or a longer range.')
  }
  const dialect = dialectOf(store.engine)
  const sumQuery = { kind, span, from, to, narrowed, by }
  const rowsOf = async (inSteps: boolean, apart: readonly Key[] | null, range = sumQuery) => {
    const { sql, values } = sumsSql(range, inSteps, apart, dialect)
    return await store.statements.all<KeyedRow>(sql, values)
  }

  const whole = await rowsOf(false, null)
  const ranked = rank(whole, by)
  const apart = ranked.slice(0, query.top)
  const isCut = ranked.length > apart.length
  const keys = isCut ? apart.map(({ key }) => key) : null
  const named =
    by === null
      ? null
      : await groupNames(
          names,
          by,
          apart.map(({ key }) => key),
        )
  const groupOf = (key: unknown): UsageGroupKey => named?.(key) ?? { group: null, group_id: null }
  const rows = step === null ? [] : await rowsOf(true, keys)
  const meta: UsageMeta = {
    from: iso(from),
    to: iso(to),
    step,
    by,
    total: sumOf(whole).figures(),
    ...(query.compare ? { previous: sumOf(await rowsOf(false, null, before(sumQuery))).figures() } : {}),
    ...(by === null ? {} : { groups: groupFigures(ranked, whole, query, groupOf) }),
    other: await countOther(store, span, from, to),
    gaps: await readGaps(store, from * 60_000, to * 60_000, now),
    tracking_started_at: await trackingStart(store),
  }
  return { resource: stepRows(rows, query, groupOf), meta }
}

interface Ranked {
  readonly key: Key
  readonly sum: Sum
}

/** Groups over the whole range, the busiest first. */
function rank(rows: readonly KeyedRow[], by: UsageGroup | null): Ranked[] {
  if (by === null) return []
  const groups = new Map<Key, Sum>()
  for (const row of rows) {
    const key = keyIn(row.key, by)
    const sum = groups.get(key) ?? new Sum()
    sum.add(row)
    groups.set(key, sum)
  }
  return [...groups].map(([key, sum]) => ({ key, sum })).toSorted((a, b) => b.sum.requests - a.sum.requests)
}

const numbered: ReadonlySet<UsageGroup> = new Set(['app', 'user', 'role'])

/** Replaces codes of outcomes by their names. */
function keyIn(key: unknown, by: UsageGroup): Key {
  if (by === 'outcome') return outcomeName(Number(key))
  if (by === 'reason') return reasonName(Number(key)) ?? ''
  return numbered.has(by) ? Number(key) : String(key)
}

/** The busiest groups, and the others merged. */
function groupFigures(
  ranked: readonly Ranked[],
  rows: readonly KeyedRow[],
  { by, top }: UsageQuery,
  groupOf: (key: unknown) => UsageGroupKey,
) {
  const shown = ranked.slice(0, top)
  const figures = shown.map(({ key, sum }) => ({ ...groupOf(key), ...sum.figures() }))
  if (by === null || ranked.length === shown.length) return figures
  const apart = new Set(shown.map(({ key }) => key))
  const others = sumOf(rows.filter(({ key }) => !apart.has(keyIn(key, by))))
  return [...figures, { ...groupOf(null), ...others.figures() }]
}

function stepRows(rows: readonly KeyedRow[], query: UsageQuery, groupOf: (key: unknown) => UsageGroupKey): UsageRow[] {
  const { by } = query
  const sums = new Map<string, { start: number; key: Key | null; sum: Sum }>()
  for (const row of rows) {
    const minute = Number(row.start)
    const start = query.step === 'month' ? monthStart(minute, 0) : minute
    const key = by === null || row.key === null ? null : keyIn(row.key, by)
    const name = `${start}/${key}`
    const known = sums.get(name) ?? { start, key, sum: new Sum() }
    known.sum.add(row)
    sums.set(name, known)
  }
  return [...sums.values()]
    .toSorted((a, b) => a.start - b.start || b.sum.requests - a.sum.requests)
    .map(({ start, key, sum }) => ({ start: iso(start), ...groupOf(key), ...sum.figures() }))
}

function before<T extends { readonly from: number; readonly to: number }>(period: T): T {
  return { ...period, from: period.from - (period.to - period.from), to: period.from }
}

function sumOf(rows: readonly SumRow[]): Sum {
  const sum = new Sum()
  for (const row of rows) sum.add(row)
  return sum
}

/** The span of a step; without steps, the shortest span whose edges match the range. */
function spanFor({ step, from, to }: UsageQuery): Span {
  if (step !== null) return spanOf(step)
  if (from % 1440 === 0 && to % 1440 === 0) return 2
  return from % 60 === 0 && to % 60 === 0 ? 1 : minuteSpan
}

const iso = (minute: number): string => new Date(minute * 60_000).toISOString()

/** Calls in a range that were counted without their resource, because there were too many. */
async function countOther(store: UsageStore, span: Span, from: number, to: number): Promise<number> {
  const { finish } = dialectOf(store.engine)
  const row = await store.statements.first<{ n: unknown }>(finish(otherSql), [span * 8 + 2, from, to, otherName])
  return Number(row?.n ?? 0)
}

const otherSql = `select sum(u.n) as n from usage_count u join usage_target t on t.id = u.target
  where u.series = ? and u.start >= ? and u.start < ? and t.resource = ?`
