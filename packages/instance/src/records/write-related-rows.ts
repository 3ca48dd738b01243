import type { DatabaseRow } from '@millwright/connector/engine/statement'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { DescribedRelation } from './described-table.ts'
import {
  changeOrCreate,
  createRelated,
  isBlank,
  isEmptyRelation,
  memberOf,
  type RelatedTarget,
  withoutMember,
} from './related-target.ts'

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
  const given = target.key === null ? undefined : memberOf(record, target.key)
  if (!isBlank(given)) await changeOrCreate(target, given, record)
  const key = isBlank(given) ? await createRelated(target, record) : given
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
  const given = target.key === null ? undefined : memberOf(record, target.key)
  const key = isBlank(given) ? await target.match?.(record) : given
  if (isBlank(key) || target.key === null) await createRelated(target, { ...withoutMember(record, name), [name]: own })
  else if (memberOf(record, name) === null && !isBlank(given)) await detach(step, { [target.key]: key })
  else await changeOrCreate(target, key, owned(step, record, own))
}

function owned(step: RelatedStep, record: DatabaseRow, own: unknown): DatabaseRow {
  const name = referenceName(step)
  const given = memberOf(record, name)
  return { ...withoutMember(record, name), [name]: step.mayMove && !isBlank(given) ? given : own }
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
  const given = keyName === null ? undefined : memberOf(record, keyName)
  if (isBlank(given) && only) throw new Problem(400, `A record of '${target.label}' to remove has no key.`)
  const hasFields = Object.keys(record).length > 1
  if (!isBlank(given) && hasFields && !only) await changeOrCreate(target, given, record)
  const key = isBlank(given) ? await createRelated(target, record) : given
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
