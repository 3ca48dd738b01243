import { createHash, randomUUID } from 'node:crypto'
import { Problem } from '@millwright/contract/problem'
import { changeSetParameter, type DataOrigin } from '@millwright/contract/records/data-history'
import type { Vault } from '../../../platform/vault.ts'
import type { ChangeOfMany, RowChange } from '../../../records/row-history.ts'
import { callerName, throughWhat } from '../../../records/system/caller-name.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import { isSame, keptRow, recordId, type StoredRow, sealed } from './kept-row.ts'

/** The values shared by all entries of one transaction. */
export interface About {
  readonly createdDate: string
  readonly serviceId: number
  readonly request: ApiRequest
  readonly batchId: string
}

/** Columns of an entry, in the order of its values. */
export const entryColumns = [
  ...['created_date', 'service_id', 'service_name', 'table_name', 'record_id', 'action', 'row_count'],
  ...['user_id', 'user_email', 'app_id', 'app_name', 'origin', 'address', 'request_verb', 'write_id', 'batch_id'],
  ...['changed', 'before', 'after', 'bytes'],
] as const

/** Converts the changes of a transaction to entries, without rows that are unchanged. */
export function entriesOf(
  about: About,
  changes: readonly (RowChange | ChangeOfMany)[],
  vault: Vault,
): (readonly unknown[])[] {
  const { createdDate, serviceId, request, batchId } = about
  const { caller, service, address, verb } = request
  const { origin, writeId } = changeSetOf(request, batchId)
  const who = [caller.user?.id ?? null, callerName(caller), caller.app?.id ?? null, throughWhat(caller)]
  const through = [origin, address, verb, writeId, batchId]
  const entry = (table: string, key: string | null, action: string, rows: number | null, kept: readonly unknown[]) => [
    ...[createdDate, serviceId, service, table, key, action, rows],
    ...who,
    ...through,
    ...kept,
  ]
  return changes.flatMap((change) => {
    if ('action' in change) return [entry(change.table, null, change.action, change.rows, ['', null, null, 200])]
    const found = difference(change)
    if (found === null) return []
    const [before, after] = [sealed(found.before, vault), sealed(found.after, vault)]
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
  const changed = Object.keys(after).filter((name) => !isSame(before[name], after[name]))
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

export const newBatchId = (): string => randomUUID()
