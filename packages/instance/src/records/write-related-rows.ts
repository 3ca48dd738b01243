import type { DatabaseRow } from '@millwright/connector/engine/statement'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { DescribedRelation } from './described-table.ts'

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
async function createRelated(target: RelatedTarget, record: DatabaseRow): Promise<unknown> {
  if (target.key !== null && !target.generatesKey && isBlank(memberOf(record, target.key))) {
    throw new Problem(400, `A record of '${target.label}' needs a value in '${target.key}'.`)
  }
  return target.create(record)
}

/** Updates the record with this key, or creates it if callers choose keys. */
async function changeOrCreate(target: RelatedTarget, key: unknown, record: DatabaseRow): Promise<void> {
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

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

/** Returns whether a value sent for a to-one relation means none: null, absent, an empty object or list. */
export function isEmptyRelation(sent: unknown): boolean {
  const one: unknown = Array.isArray(sent) && sent.length < 2 ? sent[0] : sent
  return isBlank(one) || (isRecord(one) && Object.keys(one).length === 0)
}

/** The related records sent for one relation of a record, and their table. */
export interface RelatedStep {
  readonly relation: WrittenRelation
  readonly sent: unknown
  readonly target: RelatedTarget
  /** The junction table of a many-to-many relation. */
  readonly junction: RelatedTarget | null
  /** Names that refer to this record's side within a related record, such as `contact.id`. */
  readonly ownNames: readonly string[]
  /** Whether detaching a related record whose reference is required deletes it. */
  readonly mayDelete: boolean
  /** Whether a record that names another owner is moved to that owner. */
  readonly mayMove: boolean
}

/** The parts of a relation that determine how its records are written; fields are column names of both tables. */
export type WrittenRelation = Pick<
  DescribedRelation,
  'type' | 'apiName' | 'refFields' | 'junctionFields' | 'junctionRefFields'
>

/** Writes the owner of a record before the record; returns the value that refers to it, `undefined` if none was sent. */
export async function writeOwner({ relation, sent, target }: RelatedStep): Promise<unknown> {
  const record = oneOf(relation, sent)
  if (record === null) return undefined
  const [column = ''] = relation.refFields
  const name = target.nameOf(column)
  const keyValue = target.key === null ? undefined : memberOf(record, target.key)
  if (!isBlank(keyValue)) await changeOrCreate(target, keyValue, record)
  const key = isBlank(keyValue) ? await createRelated(target, record) : keyValue
  if (target.key === null || target.key === name) return target.key === null ? memberOf(record, name) : key
  const [found] = await target.find({ [target.key]: key }, [name])
  return found?.[name]
}

/** Writes the members of a record after the record, or links them. `own`: the value by which they refer to it. */
export async function writeRelated(step: RelatedStep, own: unknown): Promise<void> {
  const { relation, sent } = step
  if (relation.type === 'has_one') return writeOnly(step, own)
  if (sent === null || sent === '') return
  const records = Array.isArray(sent) ? sent : [sent]
  for (const record of records) {
    if (!isRecord(record)) throw new Problem(400, 'Related records must be objects.')
    if (relation.type === 'many_many') await writeLinked(step, record, own)
    else await writeMember(step, record, own)
  }
}

async function writeOnly(step: RelatedStep, own: unknown): Promise<void> {
  const { relation, sent, target } = step
  const record = oneOf(relation, sent)
  const name = referenceName(step)
  const present = target.key === null ? [] : await target.find({ [name]: own }, [target.key])
  if (record === null) {
    if (present.length > 0) await detach(step, { [name]: own })
    return
  }
  const [current] = present
  const named = target.key !== null && !isBlank(memberOf(record, target.key))
  if (named || current === undefined || target.key === null || memberOf(record, name) === null) {
    return writeMember(step, record, own)
  }
  await target.change(current[target.key], owned(step, record, own))
}

async function writeMember(step: RelatedStep, record: DatabaseRow, own: unknown): Promise<void> {
  const { target } = step
  const name = referenceName(step)
  const keyValue = target.key === null ? undefined : memberOf(record, target.key)
  const key = isBlank(keyValue) ? await target.match?.(record) : keyValue
  if (isBlank(key) || target.key === null) await createRelated(target, { ...withoutMember(record, name), [name]: own })
  else if (memberOf(record, name) === null && !isBlank(keyValue)) await detach(step, { [target.key]: key })
  else await changeOrCreate(target, key, owned(step, record, own))
}

function owned(step: RelatedStep, record: DatabaseRow, own: unknown): DatabaseRow {
  const name = referenceName(step)
  const referenceValue = memberOf(record, name)
  return { ...withoutMember(record, name), [name]: step.mayMove && !isBlank(referenceValue) ? referenceValue : own }
}

async function detach({ relation, target, mayDelete }: RelatedStep, which: DatabaseRow): Promise<void> {
  const [column = ''] = relation.refFields
  const name = target.nameOf(column)
  if (target.allowsNull(column)) {
    const keys = target.key === null ? [] : await target.find(which, [target.key])
    for (const found of keys) await target.change(found[target.key ?? ''], { [name]: null })
  } else if (mayDelete) await target.remove(which)
  else {
    throw new Problem(
      400,
      `A record of '${target.label}' cannot be without '${name}'. Send 'allow_related_delete=true' to delete it.`,
    )
  }
}

async function writeLinked(step: RelatedStep, record: DatabaseRow, own: unknown): Promise<void> {
  const { relation, junction, ownNames } = step
  if (junction === null) return
  const near = junction.nameOf(relation.junctionFields[0] ?? '')
  const far = junction.nameOf(relation.junctionRefFields[0] ?? '')
  const unlinks = ownNames.some((name) => memberOf(record, name) === null)
  const fields = ownNames.reduce(withoutMember, record)
  const other = await farValue(step, fields, unlinks)
  const link = { [near]: own, [far]: other }
  if (unlinks) return junction.remove(link)
  if ((await junction.find(link, [near])).length === 0) await junction.create(link)
}

/** Writes a record and returns the value by which a junction refers to it. */
async function farValue({ relation, target }: RelatedStep, record: DatabaseRow, only: boolean): Promise<unknown> {
  const name = target.nameOf(relation.refFields[0] ?? '')
  const { key: keyName } = target
  const keyValue = keyName === null ? undefined : memberOf(record, keyName)
  if (isBlank(keyValue) && only) throw new Problem(400, `A record of '${target.label}' to remove has no key.`)
  const hasFields = Object.keys(record).length > 1
  if (!isBlank(keyValue) && hasFields && !only) await changeOrCreate(target, keyValue, record)
  const key = isBlank(keyValue) ? await createRelated(target, record) : keyValue
  if (keyName === null) return memberOf(record, name)
  const [found] = keyName === name && hasFields ? [{ [name]: key }] : await target.find({ [keyName]: key }, [name])
  if (found === undefined) throw target.missing(key)
  return found[name]
}

function referenceName({ relation, target }: RelatedStep): string {
  return target.nameOf(relation.refFields[0] ?? '')
}

/** Returns `null` if none was sent. */
function oneOf({ apiName }: WrittenRelation, sent: unknown): DatabaseRow | null {
  if (isEmptyRelation(sent)) return null
  const one: unknown = Array.isArray(sent) && sent.length === 1 ? sent[0] : sent
  if (!isRecord(one)) throw new Problem(400, `'${apiName}' must be one record.`)
  return one
}
