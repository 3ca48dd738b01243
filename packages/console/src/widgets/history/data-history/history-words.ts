import type { DataHistoryEntry, DataOrigin, Revert, RevertConflict } from '@millwright/contract/records/data-history'
import { tabWords } from '../../../words/tabs/messages.ts'
import type { FieldChange } from '../change-table/change-table.tsx'
import { t } from './messages.ts'

export const originWords: Readonly<Record<DataOrigin, string>> = {
  api: 'API',
  grid: t.grid,
  import: t.import,
  script: tabWords.script,
  revert: t.putBack,
}

/** `ada@example.com, app Shop, import`. */
export function historyAuthor({ user_email: who, app_name: app, origin }: DataHistoryEntry): string {
  const through = origin === 'api' ? [] : [t.byOrigin({ origin })]
  return [who ?? t.anonymous, ...(app === null ? [] : [t.app({ app })]), ...through].join(', ')
}

export function historyAction(action: DataHistoryEntry['action']): string {
  return t.action({ action })
}

/** The changed columns; all columns of new and deleted rows. */
export function changesOf({ before, after, changed }: DataHistoryEntry): readonly FieldChange[] {
  const names = changed === '' ? [] : changed.split(', ')
  return names.map((path) => ({ path, before: before?.[path] ?? null, after: after?.[path] ?? null }))
}

/** Describes an entry for rows that were not recorded individually. */
export function ofMany({ row_count: rows, action }: DataHistoryEntry): string {
  return rows === null ? t.bulkChange({ action }) : t.rowsAtOnce({ rows, action })
}

export const revertQuestion = ({ count, conflict_count: conflicts }: Revert) =>
  conflicts === 0 ? t.putRowsBack({ count }) : t.revertSomeAction({ count, conflicts })

export const revertDone = ({ count, conflict_count: conflicts }: Revert) =>
  conflicts === 0 ? t.rowsPutBack({ count }) : t.revertedSome({ count, conflicts })

/** `7: Changed later: price.` */
export const conflictSentence = ({ record_id: id, table, message }: RevertConflict) => `${id ?? table}: ${message}`
