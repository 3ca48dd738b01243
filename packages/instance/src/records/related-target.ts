import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { DatabaseRow } from '../engines/statement.ts'

/**
 * A table at the other end of a relation, of this service or of another, as far as the caller may write it. Records, names and values
 * are those of the wire.
 */
export interface RelatedTarget {
  /** How people call it. */
  readonly label: string
  /** The field of its primary key; null when that is none or several. */
  readonly key: string | null
  /** The database counts the key: records are never made with one of the caller's. */
  readonly countsKey: boolean
  /** What the wire calls a column. */
  nameOf(column: string): string
  allowsNull(column: string): boolean
  /** The refusal of a key that no record has. */
  missing(key: unknown): Problem
  /** The key of the record that one without a key stands for; absent: such a record is new. */
  match?(record: DatabaseRow): Promise<unknown>
  /** Makes a record; answers its key, if it has one. */
  create(record: DatabaseRow): Promise<unknown>
  /** Whether there is such a record. */
  change(key: unknown, record: DatabaseRow): Promise<boolean>
  /** Some fields of the records in which all of these fields have these values. */
  find(values: DatabaseRow, wanted: readonly string[]): Promise<DatabaseRow[]>
  remove(values: DatabaseRow): Promise<void>
}

/** What refuses a key where records are known by the name of their table. */
export function noSuchRecord(label: string, key: unknown): Problem {
  return new Problem(400, `There is no record '${String(key)}' in '${label}'.`)
}

/** Makes a record, unless the caller has to name its key and did not. */
export async function createRelated(target: RelatedTarget, record: DatabaseRow): Promise<unknown> {
  if (target.key !== null && !target.countsKey && isBlank(memberOf(record, target.key))) {
    throw new Problem(400, `A record of '${target.label}' needs a value in '${target.key}'.`)
  }
  return target.create(record)
}

/** Changes the record with this key, or makes it where callers choose the keys. */
export async function changeOrCreate(target: RelatedTarget, key: unknown, record: DatabaseRow): Promise<void> {
  if (await target.change(key, record)) return
  if (target.countsKey) throw target.missing(key)
  await target.create(record)
}

/** A member by its name, whatever its case. */
export function memberOf(record: DatabaseRow, name: string): unknown {
  if (record[name] !== undefined) return record[name]
  const folded = name.toLowerCase()
  const found = Object.keys(record).find((each) => each.toLowerCase() === folded)
  return found === undefined ? undefined : record[found]
}

/** Without a member, whatever the case of its name. */
export function withoutMember(record: DatabaseRow, name: string): DatabaseRow {
  const folded = name.toLowerCase()
  return Object.fromEntries(Object.entries(record).filter(([each]) => each.toLowerCase() !== folded))
}

export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

/** Whether what was sent for a relation to one record stands for none: null, nothing, an empty object or list. */
export function saysNone(sent: unknown): boolean {
  const one: unknown = Array.isArray(sent) && sent.length < 2 ? sent[0] : sent
  return isBlank(one) || (isRecord(one) && Object.keys(one).length === 0)
}
