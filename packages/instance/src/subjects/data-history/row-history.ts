import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Parts } from '../../gateway/parts.ts'
import { isoMicros } from '../../platform/clock.ts'
import type { Config } from '../../platform/settings/config.ts'
import type { PendingChanges, RowHistory } from '../../records/row-history.ts'
import { dialectOf } from '../../records/system/dialect.ts'
import { ignoreUnavailable } from '../../store/database-unavailable.ts'
import type { Store } from '../../store/store.ts'
import { entriesOf, entryColumns, newBatchId } from './entries.ts'

const day = 86_400_000
/** Maximum number of entries per deletion, which bounds the delay of other writes. */
const atOnce = 2_000

/** Deletes entries beyond the retention period, and the oldest ones beyond the maximum size. */
async function deleteOldHistory(
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

const rowsAtOnce = 500
const hour = 3_600_000

export interface KeptRowHistory extends RowHistory {
  /** Confirms the remaining committed transactions. */
  close(): Promise<void>
}

/**
 * Stores row changes in the instance's own store (docs/wire/data-history.md): they are written before the database commits, and marked as
 * open until it has. Acknowledged changes thus always have their history, and those left in doubt by a crash are marked as such.
 */
export function createRowHistory(
  parts: Pick<Parts, 'store' | 'vault' | 'clock' | 'background' | 'config'>,
): KeptRowHistory {
  const { store, vault, clock, background, config } = parts
  const { finish, among, list } = dialectOf(store.engine)
  const confirming = finish(`delete from data_history_open where ${among('batch_id', 'text')}`)
  const opening = finish('insert into data_history_open (batch_id, created_date) values (?, ?)')
  let committed: string[] = []
  let isConfirming = false
  let nextThinning = 0

  async function confirm(): Promise<void> {
    isConfirming = false
    const done = committed
    if (done.length === 0) return
    committed = []
    try {
      await store.writeBriefly(async (statements) => statements.all(confirming, [list(done)]))
    } catch (error) {
      committed = [...done, ...committed]
      throw error
    }
  }

  async function thin(): Promise<void> {
    const now = clock()
    if (now < nextThinning) return
    nextThinning = now + hour
    await deleteOldHistory(store, config.dataHistory, now)
  }

  function begin(serviceId: number, request: Parameters<RowHistory['begin']>[1]): PendingChanges {
    const batchId = newBatchId()
    let isKept = false
    return {
      async keep(changes) {
        const createdDate = isoMicros(clock())
        const rows = entriesOf({ createdDate, serviceId, request, batchId }, changes, vault)
        if (rows.length === 0) return
        isKept = true
        await store.writeBriefly(async (statements) => {
          await statements.all(opening, [batchId, createdDate])
          for (let at = 0; at < rows.length; at += rowsAtOnce) {
            const some = rows.slice(at, at + rowsAtOnce)
            await statements.all(finish(insertText(some.length)), some.flat())
          }
        })
      },
      committed() {
        if (!isKept) return
        committed.push(batchId)
        if (isConfirming) return
        isConfirming = true
        background.start('Confirming the history of data', () => confirm().then(thin).catch(ignoreUnavailable))
      },
      async discard() {
        if (!isKept) return
        await store
          .write(async (statements) => {
            await statements.all(finish('delete from data_history where batch_id = ?'), [batchId])
            await statements.all(confirming, [list([batchId])])
          })
          .catch(ignoreUnavailable)
      },
    }
  }

  return { begin, close: () => confirm().catch(ignoreUnavailable) }
}

const quotedNames = entryColumns.map((name) => `"${name}"`).join(', ')
const placeholders = `(${entryColumns.map(() => '?').join(', ')})`

function insertText(rows: number): string {
  return `insert into data_history (${quotedNames}) values ${Array.from({ length: rows }, () => placeholders).join(', ')}`
}
