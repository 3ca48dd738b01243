import type { Parts } from '../../../gateway/parts.ts'
import { isoMicros } from '../../../platform/clock.ts'
import type { PendingChanges, RowHistory } from '../../../records/row-history.ts'
import { createThinning } from '../../../records/system/bounded-log.ts'
import { dialectOf } from '../../../records/system/dialect.ts'
import { ignoreUnavailable } from '../../../store/database-unavailable.ts'
import { entriesOf, entryColumns, newBatchId } from './entries.ts'

const rowsAtOnce = 500
const minute = 60_000
const hour = 60 * minute

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
  const forgetting = finish('delete from data_history_open where created_date < ?')
  const dropOld = createThinning(store, { table: 'data_history', bytes: 'bytes' }, config.dataHistory, clock)
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
    if (!(await dropOld())) nextThinning = now + minute
    // Transactions left in doubt by a crash, once their entries are dropped.
    const oldest = isoMicros(now - config.dataHistory.days * 24 * hour)
    await store.write(async (statements) => statements.all(forgetting, [oldest]))
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
