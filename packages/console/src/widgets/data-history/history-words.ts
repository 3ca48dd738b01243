import type { DataHistoryEntry, DataOrigin } from '@millwright/contract/records/data-history'
import type { Revert, RevertConflict } from '@millwright/contract/wire/data-history'
import type { FieldChange } from '../change-table/change-table.tsx'

export const historyTitle = 'Data history'

export const originWords: Readonly<Record<DataOrigin, string>> = {
  api: 'API',
  grid: 'Grid',
  import: 'Import',
  script: 'Script',
  revert: 'Put back',
}

/** `ada@example.com, app Shop, import`. */
export function whoOf({ user_email: who, app_name: app, origin }: DataHistoryEntry): string {
  const through = origin === 'api' ? [] : [originWords[origin as DataOrigin]?.toLowerCase() ?? origin]
  return [who ?? 'Nobody signed in', ...(app === null ? [] : [`app ${app}`]), ...through].join(', ')
}

/** The columns that changed; of new and deleted rows, all. */
export function changesOf({ before, after, changed }: DataHistoryEntry): readonly FieldChange[] {
  const names = changed === '' ? [] : changed.split(', ')
  return names.map((path) => ({ path, before: before?.[path] ?? null, after: after?.[path] ?? null }))
}

/** What an entry about rows that were not kept one by one says. */
export function ofMany({ row_count: rows, action }: DataHistoryEntry): string {
  const many = rows === null ? 'Many rows were' : rows === 1 ? 'One row was' : `${rows} rows were`
  return `${many} ${action} at once, too many to be kept one by one.`
}

const rowsWord = (count: number) => (count === 1 ? '1 row' : `${count} rows`)

export const revertQuestion = ({ count, conflict_count: conflicts }: Revert) =>
  conflicts === 0 ? `Put ${rowsWord(count)} back?` : `Put ${rowsWord(count)} back, and leave ${rowsWord(conflicts)}?`

export const revertDone = ({ count, conflict_count: conflicts }: Revert) =>
  `${rowsWord(count)} put back.${conflicts === 0 ? '' : ` ${rowsWord(conflicts)} left as they are.`}`

/** `7: Changed later: price.` */
export const conflictSentence = ({ record_id: id, table, message }: RevertConflict) => `${id ?? table}: ${message}`
