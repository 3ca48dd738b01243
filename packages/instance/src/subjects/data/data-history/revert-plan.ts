import type { DataAction } from '@millwright/contract/records/data-history'
import { isAsKept, isLost, type StoredRow } from './kept-row.ts'

/** An entry as read for a revert. */
export interface HistoryChange {
  readonly id: number
  readonly service_id: number
  readonly service_name: string
  readonly table_name: string
  readonly record_id: string | null
  readonly before: StoredRow | null
  readonly after: StoredRow | null
}

/** The revert of the selected changes of one row: the state that it must have, and the one before the changes. */
export interface RowRevert {
  readonly serviceId: number
  readonly service: string
  readonly table: string
  readonly recordId: string
  readonly action: DataAction
  /** The required current state, as far as the changes contain it; `null`: the row must not exist. */
  readonly expected: StoredRow | null
  /** The columns to restore; `null`: the row is deleted. */
  readonly target: StoredRow | null
  /** Columns whose values were too long to be stored. */
  readonly lost: readonly string[]
}

/** Changes that cannot be reverted together, as another change is in between. */
export interface BrokenChain {
  readonly change: HistoryChange
  readonly message: string
  readonly fields: readonly string[]
}

/** Plans the revert of changes, `changes` newest first; rows are in the order of their newest change. */
export function revertsOf(changes: readonly HistoryChange[]): { rows: RowRevert[]; broken: BrokenChain[] } {
  const rows: RowRevert[] = []
  const broken: BrokenChain[] = []
  const byRow = Map.groupBy(changes, (change) => `${change.service_id} ${change.table_name}\n${change.record_id ?? ''}`)
  for (const ofRow of byRow.values()) {
    const found = chained(ofRow)
    if (found === null) continue
    if ('message' in found) broken.push(found)
    else rows.push(found)
  }
  return { rows, broken }
}

/** Returns `null` if the changes cancel each other out. */
function chained([newest, ...older]: readonly HistoryChange[]): RowRevert | BrokenChain | null {
  if (newest === undefined) return null
  const { record_id: recordId } = newest
  if (recordId === null) {
    return { change: newest, message: 'The individual rows of this write were not recorded.', fields: [] }
  }
  let expected = newest.after
  let target = newest.before
  for (const change of older) {
    const fields = otherwise(target, change.after)
    if (fields !== null) {
      return { change, message: 'A change in between is not part of this undo.', fields }
    }
    if (expected !== null && target !== null) expected = { ...change.after, ...expected }
    target = change.before === null || target === null ? change.before : { ...target, ...change.before }
  }
  if (expected === null && target === null) return null
  const { service_id: serviceId, service_name: service, table_name: table } = newest
  const kept = target === null ? null : Object.entries(target).filter(([, value]) => !isLost(value))
  return {
    serviceId,
    service,
    table,
    recordId,
    expected,
    action: target === null ? 'deleted' : expected === null ? 'created' : 'modified',
    target: kept === null ? null : Object.fromEntries(kept),
    lost: Object.keys(target ?? {}).filter(
      (name) => isLost(target?.[name]) && !isAsKept(target?.[name], expected?.[name]),
    ),
  }
}

/** Returns the columns in which a state differs from the result of an older change, or `null` if it does not. */
function otherwise(state: StoredRow | null, left: StoredRow | null): readonly string[] | null {
  if (state === null || left === null) return state === left ? null : []
  const names = Object.keys(left).filter((name) => Object.hasOwn(state, name) && state[name] !== left[name])
  const differing = names.filter((name) => !isAsKept(left[name], state[name]))
  return differing.length === 0 ? null : differing
}

/** Returns the columns in which a row differs from its expected state. */
export function changedSince(expected: StoredRow, row: StoredRow): string[] {
  return Object.entries(expected).flatMap(([name, kept]) =>
    !Object.hasOwn(row, name) || isAsKept(kept, row[name]) ? [] : [name],
  )
}
