import type { DataAction } from '@millwright/contract/records/data-history'
import { isLost, isSame, type KeptRow } from './kept-row.ts'

/** An entry as a revert reads it. */
export interface Change {
  readonly id: number
  readonly service_id: number
  readonly service_name: string
  readonly table_name: string
  readonly record_id: string | null
  readonly before: KeptRow | null
  readonly after: KeptRow | null
}

/** What undoes the chosen changes of one row: from the state that it has to be in, to the one before them. */
export interface RowRevert {
  readonly serviceId: number
  readonly service: string
  readonly table: string
  readonly recordId: string
  readonly action: DataAction
  /** What the row has to be now, so far as the changes tell; null: there has to be none. */
  readonly expected: KeptRow | null
  /** What the row becomes, so far as it changes; null: it goes. */
  readonly target: KeptRow | null
  /** Columns whose values were too long to be stored. */
  readonly lost: readonly string[]
}

/** Changes that cannot be undone together, as something else came in between. */
export interface BrokenChain {
  readonly change: Change
  readonly message: string
  readonly fields: readonly string[]
}

/** What undoes changes, `changes` the newest first; rows in the order of their newest change. */
export function revertsOf(changes: readonly Change[]): { rows: RowRevert[]; broken: BrokenChain[] } {
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

/** Null: the changes undo each other. */
function chained([newest, ...older]: readonly Change[]): RowRevert | BrokenChain | null {
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
    ...{ serviceId, service, table, recordId, expected },
    action: target === null ? 'deleted' : expected === null ? 'created' : 'modified',
    target: kept === null ? null : Object.fromEntries(kept),
    lost: Object.keys(target ?? {}).filter(
      (name) => isLost(target?.[name]) && !isSame(target?.[name], expected?.[name]),
    ),
  }
}

/** Names of columns in which a state is not the one that an older change has left; null: it is. */
function otherwise(state: KeptRow | null, left: KeptRow | null): readonly string[] | null {
  if (state === null || left === null) return state === left ? null : []
  const names = Object.keys(left).filter((name) => Object.hasOwn(state, name) && state[name] !== left[name])
  const differing = names.filter((name) => !isSame(left[name], state[name]))
  return differing.length === 0 ? null : differing
}

/** Names of columns in which a row is not what it has to be. */
export function changedSince(expected: KeptRow, row: KeptRow): string[] {
  return Object.entries(expected).flatMap(([name, kept]) =>
    !Object.hasOwn(row, name) || isSame(kept, row[name]) ? [] : [name],
  )
}
