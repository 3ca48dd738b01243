import type { DatabaseRow } from '@millwright/connector/engine/statement'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'

/**
 * The table at the other end of a relation, of this service or another, as far as the caller may write it. Records, names and values
 * have their wire form.
 */
export interface RelatedTarget {
  /** Label for messages. */
  readonly label: string
  /** The field of its primary key; `null` without a primary key or with a composite one. */
  readonly key: string | null
  /** Whether the database generates the key: records are never created with a key from the caller. */
  readonly generatesKey: boolean
  /** Returns the name of a column on the wire. */
  nameOf(column: string): string
  allowsNull(column: string): boolean
  /** Returns the error for a key that no record has. */
  missing(key: unknown): Problem
  /** Returns the key of the existing record that a record without a key refers to; absent: such a record is new. */
  match?(record: DatabaseRow): Promise<unknown>
  /** Creates a record and returns its key, if it has one. */
  create(record: DatabaseRow): Promise<unknown>
  /** Updates a record; returns whether it exists. */
  change(key: unknown, record: DatabaseRow): Promise<boolean>
  /** Reads the wanted fields of the records that match all of these values. */
  find(values: DatabaseRow, wanted: readonly string[]): Promise<DatabaseRow[]>
  remove(values: DatabaseRow): Promise<void>
}

/** Returns the error for an unknown key, for records that are identified by the name of their table. */
export function noSuchRecord(label: string, key: unknown): Problem {
  return new Problem(400, `There is no record '${String(key)}' in '${label}'.`)
}

/** Creates a record. Throws 400 if the caller has to supply its key and did not. */
export async function createRelated(target: RelatedTarget, record: DatabaseRow): Promise<unknown> {
  if (target.key !== null && !target.generatesKey && isBlank(memberOf(record, target.key))) {
    throw new Problem(400, `A record of '${target.label}' needs a value in '${target.key}'.`)
  }
  return target.create(record)
}

/** Updates the record with this key, or creates it if callers choose keys. */
export async function changeOrCreate(target: RelatedTarget, key: unknown, record: DatabaseRow): Promise<void> {
  if (await target.change(key, record)) return
  if (target.generatesKey) throw target.missing(key)
  await target.create(record)
}

/** Returns a member by its name, ignoring case. */
export function memberOf(record: DatabaseRow, name: string): unknown {
  if (Object.hasOwn(record, name)) return record[name]
  const folded = name.toLowerCase()
  const found = Object.keys(record).find((each) => each.toLowerCase() === folded)
  return found === undefined ? undefined : record[found]
}

/** Returns a copy without a member, ignoring the case of its name. */
export function withoutMember(record: DatabaseRow, name: string): DatabaseRow {
  const folded = name.toLowerCase()
  return Object.fromEntries(Object.entries(record).filter(([each]) => each.toLowerCase() !== folded))
}

export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

/** Returns whether a value sent for a to-one relation means none: null, absent, an empty object or list. */
export function isEmptyRelation(sent: unknown): boolean {
  const one: unknown = Array.isArray(sent) && sent.length < 2 ? sent[0] : sent
  return isBlank(one) || (isRecord(one) && Object.keys(one).length === 0)
}
