import type { UsageGap } from '@millwright/contract/wire/usage'
import { dialectOf } from '../../../../records/system/dialect.ts'
import type { UsageStore } from '../../../../store/usage/usage-store.ts'

/** Milliseconds without a write after which a node counts as killed; live nodes send a heartbeat twice a minute. */
export const silentFor = 90_000
/** Longest time in milliseconds for which a node buffers its counts. */
export const flushEvery = 5_000

/** Periods of a range in which figures are incomplete or misplaced. Times in milliseconds since 1970. */
export async function readGaps(store: UsageStore, from: number, to: number, now: number): Promise<UsageGap[]> {
  const { finish } = dialectOf(store.engine)
  const noted = await store.statements.all<Row>(finish(notedSql), [to, from, maxGaps])
  const killed = await store.statements.all<Row>(finish(killedSql), [now - silentFor, to, from - flushEvery, maxGaps])
  return [
    ...noted.map(gapOf),
    ...killed.map((row) => gapOf({ ...row, until: Number(row.began) + flushEvery })),
  ].toSorted((a, b) => (a.from < b.from ? -1 : 1))
}

/** When counting began; `null`: nothing was counted so far. */
export async function trackingStart(store: UsageStore): Promise<string | null> {
  const row = await store.statements.first<{ at: unknown }>('select min(started) as at from usage_node', [])
  return row === undefined || row.at === null ? null : new Date(Number(row.at)).toISOString()
}

const maxGaps = 100

const notedSql = `select node, began, until, why, lost from usage_gap where began < ? and until > ?
  order by began desc limit ?`
const killedSql = `select id as node, seen as began, 'killed' as why, null as lost from usage_node
  where (ended = 2 or (ended = 0 and seen < ?)) and seen < ? and seen > ? order by seen desc limit ?`

interface Row {
  readonly node: unknown
  readonly began: unknown
  readonly until?: unknown
  readonly why: UsageGap['why']
  readonly lost: unknown
}

function gapOf({ node, began, until, why, lost }: Row): UsageGap {
  return {
    node: Number(node),
    from: new Date(Number(began)).toISOString(),
    to: new Date(Number(until)).toISOString(),
    why,
    lost: lost === null ? null : Number(lost),
  }
}
