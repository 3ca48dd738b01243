import type { Session } from '@millwright/connector/engine/engine'
import type { BoundValue, DatabaseRow } from '@millwright/connector/engine/statement'
import { Problem } from '@millwright/contract/problem'
import { valueWriter } from '../../engines/values/value-writer.ts'
import { noLookups } from '../../platform/lookup-substitution.ts'
import type { ApiRequest } from '../../request/api-request.ts'
import type { DescribedField, DescribedRelation } from '../described-table.ts'
import { joinNames, namesOf } from '../names.ts'
import type { PermittedTable } from '../permitted-table.ts'
import { projectRows, readListOf, rowKey } from '../record-reader.ts'
import type { RecordsContext } from '../records-context.ts'
import { readLinked } from '../related-link.ts'
import { attachRelated, type FoundRow } from '../related-rows.ts'
import { crossServiceRecords } from './cross-service-records.ts'
import { comparedField, comparedValue, describedModel } from './described-model.ts'
import { pageLimit } from './list-pages.ts'
import { columnsNamed } from './named-fields.ts'
import { planRead } from './plan-read.ts'
import type { RelationQuery } from './relation-query.ts'

/** The caller's request, and the session it reads from. */
export interface Reading {
  readonly context: RecordsContext
  /** A transaction, or the database itself. */
  readonly session: Session
  readonly request: ApiRequest
}

/**
 * Embeds relations into rows, in place, with one statement per relation (docs/wire/tables.md). The rows are those of a read of `from`
 * that includes the relations' local fields. Other tables are read with the caller's own rights and row filters.
 */
export async function embedRelations(
  reading: Reading,
  from: PermittedTable,
  queries: readonly RelationQuery[],
  rows: readonly DatabaseRow[],
): Promise<void> {
  if (rows.length === 0) return
  for (const query of queries) {
    try {
      await embedOne(reading, from, query, rows)
    } catch (error) {
      // A request for all relations gets those that the role permits and that can be embedded; a reference may point to a missing table.
      if (query.named || !(error instanceof Problem) || !leftOut.has(error.status)) throw error
    }
  }
}

const leftOut = new Set([401, 403, 404, 501])

async function embedOne(
  reading: Reading,
  from: PermittedTable,
  query: RelationQuery,
  rows: readonly DatabaseRow[],
): Promise<void> {
  const { relation } = query
  const local = columnsNamed(from.table, relation.fields)
  refuseSeveral(reading.context, relation, local)
  const member = {
    name: relation.apiName,
    local: local.map(({ apiName }) => apiName),
    many: relation.type === 'has_many' || relation.type === 'many_many',
  }
  await attachRelated(rows, member, (values) =>
    find(
      reading,
      from,
      query,
      values.map((parts) => parts.map(String)),
    ),
  )
}

/** Throws for composite relations through a junction or to another service, where records are found by a single field. */
function refuseSeveral(context: RecordsContext, relation: DescribedRelation, local: readonly DescribedField[]): void {
  const single = relation.type === 'many_many' || !isLocal(context, relation)
  const fits = local.length === relation.refFields.length && (single ? local.length === 1 : local.length > 0)
  if (fits) return
  throw new Problem(501, `The relation '${relation.apiName}' spans several fields and cannot be embedded.`)
}

async function find(
  reading: Reading,
  from: PermittedTable,
  query: RelationQuery,
  tuples: readonly (readonly string[])[],
): Promise<readonly FoundRow[]> {
  const { context, session, request } = reading
  const { relation } = query
  const values = tuples.map(([value = '']) => value)
  if (!isLocal(context, relation)) return crossServiceRecords(context, request, query, values)
  const reference = await from.other('GET', await context.schema.table(relation.refTable))
  const refFields = columnsNamed(reference.table, relation.refFields)
  const [refField] = refFields
  if (refField === undefined || refFields.length !== relation.refFields.length) throw brokenRelation(relation)
  const limit = pageLimit(context, query.limit === undefined ? {} : { limit: query.limit }).limit
  if (relation.type === 'many_many') {
    return findLinked(reading, query, reference, refField, values, limit)
  }
  const plan = planRelated(context, reference, refFields, query)
  const bound = boundKeys(context, refFields, tuples)
  const together = refFields.length === 1 ? Math.max(1, bound.length) : keysTogether
  const found: FoundRow[] = []
  for (let from = 0; from < Math.max(1, bound.length) && found.length < limit; from += together) {
    const rows = await readListOf(session, plan, bound.slice(from, from + together), limit - found.length, undefined)
    const keys = rows.map((row) => rowKey(plan, row))
    for (const [position, row] of projectRows(plan, rows).entries()) found.push([keys[position] ?? '', row])
  }
  return found
}

/** Composite keys are spelled out in the condition, whose depth SQLite limits. */
const keysTogether = 200

async function findLinked(
  reading: Reading,
  query: RelationQuery,
  reference: PermittedTable,
  refField: DescribedField,
  values: readonly string[],
  limit: number,
): Promise<readonly FoundRow[]> {
  const { context, session } = reading
  const { relation } = query
  const junction = await reference.other('GET', await context.schema.table(relation.junctionTable ?? ''))
  const [near] = columnsNamed(junction.table, relation.junctionFields)
  const [far] = columnsNamed(junction.table, relation.junctionRefFields)
  if (near === undefined || far === undefined) throw brokenRelation(relation)
  const plan = planRelated(context, reference, [refField], query)
  const bound = boundKeys(
    context,
    [near],
    values.map((value) => [value]),
  ).map(([value]) => value ?? null)
  const { engine } = context
  const { quote } = engine.dialect
  const link = {
    junction: describedModel(engine, junction),
    nearColumn: quote(near.name),
    farColumn: quote(far.name),
    near: comparedField(engine, near),
    write: valueWriter(near),
    column: quote(refField.name),
  }
  return readLinked(session, plan, link, bound, limit, undefined)
}

function planRelated(
  { engine }: RecordsContext,
  permitted: PermittedTable,
  refFields: readonly DescribedField[],
  { fields, order, group }: RelationQuery,
) {
  const names = refFields.map(({ apiName }) => apiName)
  const grouped = group === undefined ? undefined : joinNames([...names, ...namesOf(group)])
  const query = { fields, order, group: grouped, filter: undefined, params: {}, lookups: noLookups }
  return planRead(engine, permitted, { ...query, needed: refFields, added: [] }, `needs ${joinNames(names)}`)
}

/** Drops values that the other fields cannot have. */
function boundKeys(
  { engine }: RecordsContext,
  fields: readonly DescribedField[],
  keys: readonly (readonly string[])[],
): BoundValue[][] {
  return keys.flatMap((values) => {
    const bound: BoundValue[] = []
    for (const [part, field] of fields.entries()) {
      const value = comparedValue(engine.values, field, values[part] ?? '')
      if (value instanceof Problem) return []
      bound.push(value)
    }
    return [bound]
  })
}

function isLocal({ serviceId }: RecordsContext, relation: DescribedRelation): boolean {
  return relation.refServiceId === serviceId && (relation.junctionServiceId ?? serviceId) === serviceId
}

function brokenRelation({ apiName }: DescribedRelation): Problem {
  return new Problem(400, `The relation '${apiName}' refers to a field that no longer exists.`)
}
