import { setImmediate as nextTurn } from 'node:timers/promises'
import { isoMicros } from '../../platform/clock.ts'
import type { Config } from '../../platform/settings/config.ts'
import { dialectOf } from '../../records/system/dialect.ts'
import type { Store } from '../../store/store.ts'

const day = 86_400_000
/** Maximum number of entries per deletion, which bounds the delay of other writes. */
const atOnce = 2_000

/** Deletes entries beyond the retention period, and the oldest ones beyond the maximum size. */
export async function deleteOldHistory(
  store: Pick<Store, 'engine' | 'statements' | 'write'>,
  { days, megabytes }: Config['dataHistory'],
  now: number,
): Promise<void> {
  const { finish } = dialectOf(store.engine)
  const oldest = isoMicros(now - days * day)
  const deleting = finish(`delete from data_history where id in (
    select id from data_history where created_date < ? order by created_date, id limit ?) returning id`)
  for (let gone = atOnce; gone === atOnce; await nextTurn()) {
    gone = (await store.write(async (statements) => statements.all(deleting, [oldest, atOnce]))).length
  }
  const sum = await store.statements.first<{ bytes: unknown }>('select sum(bytes) as bytes from data_history', [])
  let excess = Number(sum?.bytes ?? 0) - megabytes * 1_000_000
  const trimming = finish(`delete from data_history where id in (
    select id from data_history order by created_date, id limit ?) returning bytes`)
  while (excess > 0) {
    const gone = await store.write(async (statements) => statements.all<{ bytes: unknown }>(trimming, [atOnce]))
    if (gone.length === 0) break
    excess -= gone.reduce((total, { bytes }) => total + Number(bytes), 0)
    await nextTurn()
  }
  // Transactions left in doubt by a crash, once their entries are deleted.
  await store.write(async (statements) =>
    statements.all(finish('delete from data_history_open where created_date < ?'), [oldest]),
  )
}
