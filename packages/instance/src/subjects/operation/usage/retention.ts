import { setImmediate as nextTurn } from 'node:timers/promises'
import { dialectOf } from '../../../records/system/dialect.ts'
import type { UsageStore } from '../../../store/usage/usage-store.ts'
import { kinds, type Span, spans } from './dimensions.ts'

/** How long counts are retained. */
export interface Retention {
  /** For counts by minute, hour and day. */
  readonly days: Readonly<Record<Span, number>>
  readonly log: { readonly rows: number; readonly days: number }
}

const day = 86_400_000
/** Most rows deleted at once, to keep other writers' waits short. */
const atOnce = 2_000

/** Deletes counts after their retention period, in small batches. `stopped`: whether to leave the rest for another time. */
export async function deleteOld(
  store: UsageStore,
  { days, log }: Retention,
  now: number,
  stopped: () => boolean,
): Promise<void> {
  const { statements, engine, write } = store
  const { finish } = dialectOf(engine)
  for (const span of spans) {
    const oldest = Math.floor((now - days[span] * day) / 60_000)
    for (const kind of Object.values(kinds)) {
      const series = span * 8 + kind
      while (!stopped()) {
        const first = await statements.first<{ start: unknown }>(finish(firstStart), [series, oldest])
        if (first === undefined) break
        await write(async (statements) =>
          statements.all(finish('delete from usage_count where series = ? and start = ?'), [
            series,
            Number(first.start),
          ]),
        )
        await nextTurn()
      }
    }
  }
  await trimLog(store, log, now, stopped)
  const past = now - Math.max(...Object.values(days)) * day
  await write(async (statements) => {
    await statements.all(finish('delete from usage_gap where until < ?'), [past])
    await statements.all(finish('delete from usage_node where ended <> 0 and seen < ?'), [past])
  })
}

const firstStart = 'select start from usage_count where series = ? and start < ? order by start limit 1'

/** Deletes entries of the request log beyond its limits. */
export async function trimLog(
  { statements, engine, write }: UsageStore,
  { rows, days }: Retention['log'],
  now: number,
  stopped: () => boolean,
): Promise<void> {
  const { finish } = dialectOf(engine)
  const oldest = new Date(now - days * day).toISOString()
  const newest = await statements.first<{ id: unknown }>('select max(id) as id from request_log', [])
  const old = await statements.first<{ id: unknown }>(finish('select max(id) as id from request_log where at < ?'), [
    oldest,
  ])
  const last = Math.max(Number(newest?.id ?? 0) - rows, Number(old?.id ?? 0))
  while (!stopped()) {
    const gone = await write(async (statements) => statements.all(finish(deleteLog), [last, atOnce]))
    if (gone.length < atOnce) return
    await nextTurn()
  }
}

const deleteLog = `delete from request_log where id in (select id from request_log where id <= ? order by id limit ?)
  returning id`
