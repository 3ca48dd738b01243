import { createHash, randomUUID } from 'node:crypto'
import { Problem } from '@millwright/contract/problem'
import { changeSetParameter, type DataOrigin } from '@millwright/contract/records/data-history'
import type { Parts } from '../../../gateway/parts.ts'
import { isoMicros } from '../../../platform/clock.ts'
import type { Vault } from '../../../platform/vault.ts'
import type { ChangeOfMany, PendingChanges, RowChange, RowHistory } from '../../../records/records-context.ts'
import { callerName, throughWhat } from '../../../records/system/audit-log.ts'
import { createThinning } from '../../../records/system/bounded-log.ts'
import { dialectOf } from '../../../records/system/dialect.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import { ignoreUnavailable } from '../../../store/store-problems.ts'
import { isAsKept, keptRow, recordId, type StoredRow, sealed } from './kept-row.ts'

/** The values shared by all entries of one transaction. */
interface About {
  readonly createdDate: string
  readonly serviceId: number
  readonly request: ApiRequest
  readonly batchId: string
}

/** Columns of an entry, in the order of its values. */
const entryColumns = [
  'created_date',
  'service_id',
  'service_name',
  'table_name',
  'record_id',
  'action',
  'row_count',
  'user_id',
  'user_email',
  'app_id',
  'app_name',
  'origin',
  'address',
  'request_verb',
  'write_id',
  'batch_id',
  'changed',
  'before',
  'after',
  'bytes',
] as const

/** Converts the changes of a transaction to entries, without rows that are unchanged. */
function entriesOf(about: About, changes: readonly (RowChange | ChangeOfMany)[], vault: Vault): (readonly unknown[])[] {
  const { createdDate, serviceId, request, batchId } = about
  const { caller, service, address, verb } = request
  const { origin, writeId } = changeSetOf(request, batchId)
  const who = [caller.user?.id ?? null, callerName(caller), caller.app?.id ?? null, throughWhat(caller)]
  const through = [origin, address, verb, writeId, batchId]
  const entry = (table: string, key: string | null, action: string, rows: number | null, kept: readonly unknown[]) => [
    createdDate,
    serviceId,
    service,
    table,
    key,
    action,
    rows,
    ...who,
    ...through,
    ...kept,
  ]
  return changes.flatMap((change) => {
    if ('action' in change) return [entry(change.table, null, change.action, change.rows, ['', null, null, 200])]
    const found = difference(change)
    if (found === null) return []
    const before = sealed(found.before, vault)
    const after = sealed(found.after, vault)
    const bytes = 200 + found.changed.length * 8 + (before?.length ?? 0) + (after?.length ?? 0)
    const kept = [found.changed.join(', '), before, after, bytes]
    return [entry(change.table, change.key === null ? null : recordId(change.key), found.action, 1, kept)]
  })
}

interface Difference {
  readonly action: 'created' | 'modified' | 'deleted'
  readonly before: StoredRow | null
  readonly after: StoredRow | null
  readonly changed: readonly string[]
}

/** Returns the changed columns and the key of an updated row, or all columns of a created or deleted one. */
function difference({ key, before, after }: RowChange): Difference | null {
  if (before === null || after === null) {
    const whole = before ?? after ?? {}
    const kept = keptRow(whole)
    const changed = Object.keys(whole)
    return after === null
      ? { action: 'deleted', before: kept, after: null, changed }
      : { action: 'created', before: null, after: kept, changed }
  }
  const changed = Object.keys(after).filter((name) => !isAsKept(before[name], after[name]))
  if (changed.length === 0) return null
  const shown = new Set([...Object.keys(key ?? {}), ...changed])
  const part = (row: StoredRow) => keptRow(Object.fromEntries([...shown].map((name) => [name, row[name] ?? null])))
  return { action: 'modified', before: part(before), after: part(after), changed }
}

const changeSet = /^(?:import|grid):[\w-]{8,64}$/
const ownChangeSet = /^revert:[\w-]{8,64}$/

/**
 * Returns the change set that several writes belong to. Clients name it, so a digest of the name and the caller is stored: no one can add
 * changes to another caller's set. Throws 400 for an invalid name.
 */
function changeSetOf(request: ApiRequest, batchId: string): { origin: DataOrigin; writeId: string } {
  const { caller, params, requestor, expects } = request
  const named = params[changeSetParameter]
  const usual = requestor === 'SCRIPT' ? 'script' : 'api'
  if (named === undefined || named === '') return { origin: usual, writeId: batchId }
  if (!(expects === undefined ? changeSet : ownChangeSet).test(named)) {
    throw new Problem(
      400,
      `'${changeSetParameter}' must be 'import:' or 'grid:' and an id of 8 to 64 letters and digits.`,
    )
  }
  const origin: DataOrigin = expects !== undefined ? 'revert' : named.startsWith('import:') ? 'import' : 'grid'
  const whole = `${caller.user?.id ?? ''} ${caller.app?.id ?? ''} ${named}`
  const digest = createHash('sha256').update(whole).digest('hex').slice(0, 32)
  return { origin: requestor === 'SCRIPT' && origin !== 'revert' ? 'script' : origin, writeId: digest }
}

const newBatchId = (): string => randomUUID()

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
