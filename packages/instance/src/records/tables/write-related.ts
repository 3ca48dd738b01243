import type { Session } from '@millwright/connector/engine/engine'
import type { BoundValue } from '@millwright/connector/engine/statement'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { flag } from '../../request/params.ts'
import type { DescribedRelation } from '../described-table.ts'
import { memberOf, type RelatedStep, type RelatedTarget, writeOwner, writeRelated } from '../write-related-rows.ts'
import { listed } from '../write-statements.ts'
import type { SentRelation as Sent } from '../written-values.ts'
import { returnedColumns } from './assignments.ts'
import { crossServiceTarget } from './cross-service-target.ts'
import type { Draft } from './draft.ts'
import { localTarget, type RecordWriter } from './local-target.ts'
import { columnsNamed } from './named-fields.ts'
import { SqlConstant } from './sql-constant.ts'
import { identifierOf, type RecordKey, type WriteScope } from './write-scope.ts'

/** Writes the owners of a record within the same service; returns the draft with references to them. */
export async function localOwners(
  session: Session,
  scope: WriteScope,
  draft: Draft,
  writer: RecordWriter,
): Promise<Draft> {
  const owners = draft.related.filter(({ relation }) => isOwner(relation) && isLocal(scope, relation))
  return withOwners(scope, draft, owners, (name) => localTarget(session, scope, name, writer))
}

/** Writes the owners of a record in other services; outside of any transaction. */
export async function crossServiceOwners(scope: WriteScope, draft: Draft): Promise<Draft> {
  const owners = draft.related.filter(({ relation }) => isOwner(relation) && !isLocal(scope, relation))
  return withOwners(scope, draft, owners, (name, serviceId) => crossServiceTarget(scope, serviceId, name))
}

/** Writes the members of a record within the same service, and links to them. */
export async function localMembers(
  session: Session,
  scope: WriteScope,
  key: RecordKey,
  draft: Draft,
  writer: RecordWriter,
): Promise<void> {
  const members = draft.related.filter(({ relation }) => !isOwner(relation) && isLocal(scope, relation))
  await withMembers(session, scope, key, draft, members, (name) => localTarget(session, scope, name, writer))
}

/** Writes the members of a record in other services; after the record is committed. */
export async function crossServiceMembers(scope: WriteScope, key: RecordKey, draft: Draft): Promise<void> {
  const members = draft.related.filter(({ relation }) => !isOwner(relation) && !isLocal(scope, relation))
  const { database } = scope.context
  await withMembers(database, scope, key, draft, members, (name, serviceId) =>
    crossServiceTarget(scope, serviceId, name),
  )
}

/** Returns whether any of these records contains related records of another service. */
export function reachesOtherServices(scope: WriteScope, records: readonly unknown[]): boolean {
  const relations = scope.table.relations.filter((relation) => !isLocal(scope, relation))
  if (relations.length === 0) return false
  return records.some(
    (record) => isRecord(record) && relations.some(({ apiName }) => memberOf(record, apiName) !== undefined),
  )
}

type SentRelation = Sent<DescribedRelation>

type FindTarget = (table: string, serviceId: number) => Promise<RelatedTarget>

async function withOwners(
  scope: WriteScope,
  draft: Draft,
  owners: readonly SentRelation[],
  targetOf: FindTarget,
): Promise<Draft> {
  if (owners.length === 0) return draft
  const slots = [...draft.slots]
  for (const { relation, sent } of owners) {
    const local = localField(scope, relation)
    const value = await explained(relation, async () => {
      const target = await targetOf(relation.refTable, relation.refServiceId)
      return writeOwner(stepOf(scope, { relation, sent }, target, null))
    })
    if (value !== undefined) slots[local.index] = local.read(value)
  }
  return { ...draft, slots }
}

async function withMembers(
  session: Session,
  scope: WriteScope,
  key: RecordKey,
  draft: Draft,
  members: readonly SentRelation[],
  targetOf: FindTarget,
): Promise<void> {
  for (const member of members) {
    const { relation } = member
    const own = await ownValue(session, scope, key, draft, relation)
    await explained(relation, async () => {
      const target = await targetOf(relation.refTable, relation.refServiceId)
      const junction =
        relation.junctionTable === null
          ? null
          : await targetOf(relation.junctionTable, relation.junctionServiceId ?? scope.context.serviceId)
      await writeRelated(stepOf(scope, member, target, junction), own)
    })
  }
}

function stepOf(
  { table, options }: WriteScope,
  { relation, sent }: SentRelation,
  target: RelatedTarget,
  junction: RelatedTarget | null,
): RelatedStep {
  const [column = ''] = relation.fields
  const [field] = columnsNamed(table, [column])
  const ownNames = [table.name, table.apiName].flatMap((name) => [
    `${name}.${column}`,
    `${name}.${field?.apiName ?? ''}`,
  ])
  return {
    relation,
    sent,
    target,
    junction,
    ownNames,
    mayDelete: flag(options, 'allow_related_delete'),
    mayMove: false,
  }
}

/** Returns the value by which related records refer to this one, in wire form. */
async function ownValue(
  session: Session,
  scope: WriteScope,
  key: RecordKey,
  draft: Draft,
  relation: DescribedRelation,
): Promise<unknown> {
  const { field, index } = localField(scope, relation)
  const identifier = identifierOf(scope.keys, key)
  if (scope.keys.includes(field)) return identifier[field.apiName]
  const slot = draft.slots[index]
  if (slot !== undefined && !(slot instanceof SqlConstant)) return identifierOf([field], [slot])[field.apiName]
  const { rows } = await session.run(
    scope.sql.select(listed(returnedColumns(scope.context.engine.dialect, [field])), scope.rows, [key]),
  )
  return identifierOf([field], [(rows[0]?.[field.apiName] ?? null) as BoundValue])[field.apiName]
}

function localField(scope: WriteScope, relation: DescribedRelation): WriteScope['fields']['all'][number] {
  const [column, ...more] = relation.fields
  if (column === undefined || more.length > 0 || relation.refFields.length !== 1) {
    throw new Problem(501, `The relation '${relation.apiName}' spans several fields and cannot be written.`)
  }
  const field = scope.fields.all.find(({ field: each }) => each.name === column)
  if (field === undefined) {
    throw new Problem(400, `The relation '${relation.apiName}' refers to a field that no longer exists.`)
  }
  return field
}

/** Adds the name of the relation to errors; only missing rights keep their own status. */
async function explained<T>(relation: DescribedRelation, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    const status = error.status === 401 || error.status === 403 ? error.status : 400
    throw new Problem(status, `${relation.apiName}: ${error.message}`, { context: error.context })
  }
}

function isOwner({ type }: DescribedRelation): boolean {
  return type === 'belongs_to'
}

function isLocal({ context }: WriteScope, { refServiceId, junctionServiceId }: DescribedRelation): boolean {
  const { serviceId } = context
  return refServiceId === serviceId && (junctionServiceId ?? serviceId) === serviceId
}
