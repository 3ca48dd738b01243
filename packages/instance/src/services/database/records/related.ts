import { Problem } from '@millwright/contract/problem'
import { noLookups } from '../../../access/lookup-substitution.ts'
import type { DatabaseContext } from '../database-context.ts'
import type { DescribedField, DescribedRelation, DescribedTable } from '../described-table.ts'
import type { BoundValue, DatabaseRow } from '../statement.ts'
import { comparedValue } from './filter-value.ts'
import { columnsNamed, joinNames, namesOf } from './names.ts'
import { pageLimit } from './page-limit.ts'
import { type Found, type ReachableTable, type Reading, reach } from './reach.ts'
import { RowsByKey } from './record-keys.ts'
import { answeredRows, planRead } from './record-reader.ts'
import { relatedElsewhere } from './related-elsewhere.ts'
import { linkedStatement } from './related-link.ts'
import type { RelationQuery } from './relation-query.ts'
import { amongCondition } from './where.ts'

/**
 * Embeds relations into rows, in place, with one statement for each (docs/wire/tables.md). The rows are those of a read of `table`
 * that answers the relations' local fields. The other tables are read with the caller's own rights and row filters.
 */
export async function embedRelations(
  reading: Reading,
  table: DescribedTable,
  queries: readonly RelationQuery[],
  rows: readonly DatabaseRow[],
): Promise<void> {
  if (rows.length === 0) return
  for (const query of queries) {
    try {
      await embedOne(reading, table, query, rows)
    } catch (error) {
      // Who asks for all relations gets those that the role gives.
      if (query.named || !(error instanceof Problem) || (error.status !== 403 && error.status !== 401)) throw error
    }
  }
}

async function embedOne(
  reading: Reading,
  table: DescribedTable,
  query: RelationQuery,
  rows: readonly DatabaseRow[],
): Promise<void> {
  const { relation } = query
  const [local, ...more] = columnsNamed(table, relation.fields)
  if (local === undefined || more.length > 0 || relation.refFields.length !== 1) {
    throw new Problem(501, `The relation '${relation.apiName}' is over several fields, which cannot be embedded.`)
  }
  const values = new Set<string>()
  for (const row of rows) {
    const value = row[local.apiName]
    if (value !== null && value !== undefined) values.add(String(value))
  }
  const asked = [...values]
  const found = asked.length === 0 ? [] : await find(reading, query, asked)
  const byValue = new RowsByKey(values, found)
  const many = relation.type === 'has_many' || relation.type === 'many_many'
  for (const row of rows) {
    const value = row[local.apiName]
    const others = value === null || value === undefined ? [] : byValue.get(String(value))
    row[relation.apiName] = many ? others : (others[0] ?? null)
  }
}

async function find(reading: Reading, query: RelationQuery, values: readonly string[]): Promise<Found> {
  const { context, session, request } = reading
  const { relation } = query
  if (!isHere(context, relation)) return relatedElsewhere(context, request, query, values)
  const reference = await reach(context, request, relation.refTable)
  const [refField] = columnsNamed(reference.table, relation.refFields)
  if (refField === undefined) throw brokenRelation(relation)
  const bound = boundValues(context, refField, values)
  const limit = pageLimit(context, query.limit === undefined ? {} : { limit: query.limit }).limit
  if (relation.type === 'many_many') {
    return findLinked(reading, query, reference, refField, values, limit)
  }
  const plan = planRelated(context, reference, refField, query)
  const { rows } = await session.run(plan.listOf(amongCondition(context.engine, refField, bound), limit))
  plan.selection.write(rows)
  const member = plan.selection.members.get(refField) ?? refField.apiName
  const keys = rows.map((row) => String(row[member]))
  return answeredRows(plan, rows).map((row, position) => [keys[position] ?? '', row] as const)
}

async function findLinked(
  reading: Reading,
  query: RelationQuery,
  reference: ReachableTable,
  refField: DescribedField,
  values: readonly string[],
  limit: number,
): Promise<Found> {
  const { context, session, request } = reading
  const { relation } = query
  const junction = await reach(context, request, relation.junctionTable ?? '')
  const [near] = columnsNamed(junction.table, relation.junctionFields)
  const [far] = columnsNamed(junction.table, relation.junctionRefFields)
  if (near === undefined || far === undefined) throw brokenRelation(relation)
  const plan = planRelated(context, reference, refField, query)
  const bound = boundValues(context, near, values)
  const statement = linkedStatement(plan, { junction, near, far, refField, bound, limit })
  const { rows } = await session.run(statement)
  plan.selection.write(rows)
  const keys = rows.map((row) => statement.nearValue(row))
  return statement.answered(rows).map((row, position) => [keys[position] ?? '', row] as const)
}

function planRelated(
  { engine }: DatabaseContext,
  { table, role }: ReachableTable,
  refField: DescribedField,
  { fields, order, group }: RelationQuery,
) {
  const grouped = group === undefined ? undefined : joinNames([refField.apiName, ...namesOf(group)])
  const query = { fields, order, group: grouped, filter: undefined, params: {}, lookups: noLookups, role }
  return planRead(engine, table, { ...query, needed: [refField], added: [] }, `needs ${refField.name}`)
}

/** Values that the other field cannot have lead nowhere. */
function boundValues({ engine }: DatabaseContext, field: DescribedField, values: readonly string[]): BoundValue[] {
  return values.flatMap((value) => {
    try {
      return [comparedValue(engine.name, field, value)]
    } catch (error) {
      if (error instanceof Problem) return []
      throw error
    }
  })
}

function isHere({ service }: DatabaseContext, relation: DescribedRelation): boolean {
  const { id } = service.row
  return relation.refServiceId === id && (relation.junctionServiceId ?? id) === id
}

function brokenRelation({ apiName }: DescribedRelation): Problem {
  return new Problem(400, `The relation '${apiName}' names a field that does not exist any more.`)
}
