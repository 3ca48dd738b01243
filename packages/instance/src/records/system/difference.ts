import { secretMask } from '@millwright/contract/records/lookup'
import { tooLongToKeep } from '@millwright/contract/records/report'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { AuditedChange, Column, DeclaredTable } from './declared-table.ts'
import type { RowReading } from './row-reading.ts'
import type { Row } from './sql-runner.ts'

/** The part of a change stored in the audit log, in wire form with secrets masked. */
export interface Difference {
  readonly before: Row | null
  readonly after: Row | null
  readonly changed: readonly string[]
}

/** Maximum number of characters of a value's JSON. */
const longest = 20_000

/** Returns `null` if nothing changed that a reader could see or that is masked. See docs/wire/reports.md. */
export function difference({ declared, previous, next }: AuditedChange, reading: RowReading): Difference | null {
  if (previous !== null && next !== null) return modification(declared, previous, next, reading)
  const whole = wholeRow(declared, next ?? previous ?? {}, reading)
  const changed = Object.keys(whole)
  return next === null ? { before: whole, after: null, changed } : { before: null, after: whole, changed }
}

function modification(declared: DeclaredTable, previous: Row, next: Row, reading: RowReading): Difference | null {
  const row = { ...previous, ...next }
  const before: Row = {}
  const after: Row = {}
  const changed: string[] = []
  for (const column of comparedColumns(declared)) {
    const { name } = column
    if (next[name] === undefined || next[name] === previous[name]) continue
    const was = shown(column, previous, reading)
    const is = shown(column, row, reading)
    if (column.merges && isRecord(was) && isRecord(is)) {
      const members = changedMembers(was, is, stored(previous[name]), stored(row[name]))
      if (members.length === 0) continue
      before[name] = Object.fromEntries(members.map((member) => [member, kept(was[member])]))
      after[name] = Object.fromEntries(members.map((member) => [member, kept(is[member])]))
      changed.push(...members.map((member) => `${name}.${member}`))
    } else if (is === secretMask || !isSame(was, is)) {
      before[name] = kept(was)
      after[name] = kept(is)
      changed.push(name)
    }
  }
  return changed.length === 0 ? null : { before, after, changed }
}

function wholeRow(declared: DeclaredTable, row: Row, reading: RowReading): Row {
  return Object.fromEntries(comparedColumns(declared).map((column) => [column.name, kept(shown(column, row, reading))]))
}

const comparedByTable = new WeakMap<DeclaredTable, readonly Column[]>()

/** Fields that entries have themselves: ids and authorship. */
const ownToEntries = new Set(['id', 'created_date', 'last_modified_date', 'created_by_id', 'last_modified_by_id'])

function comparedColumns(declared: DeclaredTable): readonly Column[] {
  const known = comparedByTable.get(declared)
  if (known !== undefined) return known
  const columns = declared.columns.filter(({ name, stored }) => stored && !ownToEntries.has(name))
  comparedByTable.set(declared, columns)
  return columns
}

const nowhere = () => ''

function shown(column: Column, row: Row, reading: RowReading): unknown {
  const value = row[column.name] ?? null
  if (column.auditedAs !== null) return column.auditedAs(row, reading)
  if (column.field.mode === 'writeOnly') return value === null ? null : secretMask
  if (column.read === null || column.select !== null) return value
  return column.read(value, row, { ...reading, now: 0, origin: nowhere, appsOrigin: nowhere })
}

/** A masked secret has changed if its stored value has. */
function changedMembers(was: Row, is: Row, wasStored: Row, isStored: Row): string[] {
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (name) => !isSame(was[name], is[name]) || (is[name] === secretMask && !isSame(wasStored[name], isStored[name])),
  )
}

function stored(text: unknown): Row {
  const parsed: unknown = typeof text === 'string' ? JSON.parse(text) : null
  return isRecord(parsed) ? parsed : {}
}

function kept(value: unknown): unknown {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value.length > longest ? tooLongToKeep : value
  return typeof value === 'object' && JSON.stringify(value).length > longest ? tooLongToKeep : value
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
}
