import { bytesOf, mostBytesAtOnce, TooManyBytes } from '@millwright/connector/engine/rows'
import type { DatabaseRow } from '@millwright/connector/engine/statement'
import { valueFamily } from '@millwright/connector/engine/values/value-family'
import type { ApiRequest, ApiResponse, Params } from '../../request/api-request.ts'
import { flag, number } from '../../request/params.ts'
import { batchProblem, hasFailed, retrieved } from '../batch.ts'
import type { DescribedField, DescribedTable } from '../described-table.ts'
import { namesOf } from '../names.ts'
import type { PermittedTable } from '../permitted-table.ts'
import type { Page, ReadPlan } from '../read-plan.ts'
import { countRecords, projectRows, readByKeys, readPage, readRow } from '../record-reader.ts'
import type { RecordsContext } from '../records-context.ts'
import { embedRelations } from './embed-relations.ts'
import { listMeta, pageLimit } from './list-pages.ts'
import { type PlannedRead, planRequest } from './plan-read.ts'
import { readRecordKey, recordNotFound } from './record-keys.ts'
import { listBody, streamedPage, worthStreaming } from './record-stream.ts'
import { readOptions, requestedIds } from './request-options.ts'

/** `GET _table/{table}/{id}`: returns the record itself; for a list of ids, the first. */
export async function readRecord(
  context: RecordsContext,
  request: ApiRequest,
  permitted: PermittedTable,
  rawKey: string,
): Promise<ApiResponse> {
  const { engine, database } = context
  const planned = planRequest(context, request, permitted, readOptions(request), 'find')
  const { plan, relations, keys } = planned instanceof Promise ? await planned : planned
  const [field, ...more] = keys ?? []
  const [first = ''] = more.length === 0 && field !== undefined && mayHaveComma(field) ? [rawKey] : rawKey.split(',')
  const key = readRecordKey(engine, keys ?? [], first)
  const [value] = key ?? []
  const row = field === undefined || value === undefined ? undefined : await readRow(database, plan, value, undefined)
  if (row === undefined) throw recordNotFound(rawKey)
  if (relations.length > 0) await embedRelations({ context, session: database, request }, permitted, relations, [row])
  return {
    status: 200,
    body: plan.selection.answered === null ? row : withRelations(plan.selection.answered(row), row, relations),
  }
}

/** `GET _table/{table}`: returns a page of records that match the options, records by id, or their number. */
export async function readRecords(
  context: RecordsContext,
  request: ApiRequest,
  permitted: PermittedTable,
): Promise<ApiResponse> {
  const options = readOptions(request)
  const ids =
    request.payload === undefined && options.ids === undefined ? null : idsOf(request, permitted.table, options)
  if (ids !== null) return readByIds(context, request, permitted, options, ids)
  const asList = flag(options, 'as_list')
  const planning = planRequest(context, request, permitted, options, asList ? 'answer' : 'none')
  const planned = planning instanceof Promise ? await planning : planning
  const { plan, relations } = planned
  if (flag(options, 'count_only'))
    return { status: 200, body: await countOrEstimate(context, permitted, plan, options) }

  const page = pageLimit(context, options)
  const offset = Math.max(0, number(options, 'offset') ?? 0)
  const shape = (rows: readonly DatabaseRow[]) => answer(planned, rows, asList)
  const columns = asList ? {} : { columns: plan.selection.names }
  const reading = { context, session: context.database, request }
  const rows = worthStreaming(page) ? null : await readPageAtOnce(context, plan, { limit: page.limit, offset })
  if (rows === null) {
    const body = await streamedPage(reading, permitted, { plan, relations, page, offset, shape }, options)
    return { status: 200, body, ...columns }
  }
  const resource = shape(rows)
  if (relations.length > 0) await embedRelations(reading, permitted, relations, rows)
  const described = listMeta(context, permitted.table, { plan, page, offset, found: rows.length }, options)
  const meta = described instanceof Promise ? await described : described
  return { status: 200, body: listBody(resource, meta, relations.length > 0), ...columns }
}

/** Returns `null` if the records of the page take more than is read at once. */
async function readPageAtOnce(
  { database }: RecordsContext,
  plan: ReadPlan,
  page: Page,
): Promise<readonly DatabaseRow[] | null> {
  try {
    return await readPage(database, plan, page, undefined)
  } catch (error) {
    if (error instanceof TooManyBytes) return null
    throw error
  }
}

/** Returns records in the requested order; a missing one results in a batch error. */
async function readByIds(
  context: RecordsContext,
  request: ApiRequest,
  permitted: PermittedTable,
  options: Params,
  ids: readonly unknown[],
): Promise<ApiResponse> {
  const { engine, database } = context
  const { plan, relations, keys } = await planRequest(context, request, permitted, options, 'find')
  const fields = keys ?? []
  const recordKeys = ids.map((id) => readRecordKey(engine, fields, id))
  const rows = await readByKeys(database, plan, recordKeys, undefined)
  const goOn = flag(options, 'continue')
  const outcomes = retrieved(rows, goOn, (position) => recordNotFound(ids[position]))
  const done = outcomes.flatMap((outcome) => ('done' in outcome ? [outcome.done] : []))
  await embedRelations({ context, session: database, request }, permitted, relations, done)
  // One related record may be in many of them.
  if (relations.length > 0 && bytesOf(done) > mostBytesAtOnce) throw new TooManyBytes()
  const { answered } = plan.selection
  const shown = (row: DatabaseRow) => (answered === null ? row : withRelations(answered(row), row, relations))
  if (hasFailed(outcomes)) throw batchProblem(outcomes, shown, 'retrieved', false)
  if (flag(options, 'count_only')) return { status: 200, body: done.length }
  const resource = flag(options, 'as_list')
    ? done.map((row) => identifier(plan.keys.map(({ member }) => row[member])))
    : done.map(shown)
  return { status: 200, body: { resource } }
}

/** Returns whether a value of a field may contain a comma, so that a text that looks like a list of ids is one id. */
function mayHaveComma(field: DescribedField): boolean {
  const family = valueFamily(field)
  return family === 'json' || family === 'array' || (family === 'text' && field.type !== 'uuid')
}

function idsOf(request: ApiRequest, table: DescribedTable, options: Params): unknown[] | null {
  const names =
    options.id_field === undefined ? table.primaryKey.map(({ apiName }) => apiName) : namesOf(options.id_field)
  return requestedIds(request, names)
}

function answer({ plan, keys }: PlannedRead, rows: readonly DatabaseRow[], asList: boolean): readonly unknown[] {
  if (!asList) return projectRows(plan, rows)
  const names = keys?.map(({ apiName }) => apiName) ?? []
  return rows.map((row) => identifier(names.map((name) => row[name])))
}

/** Returns a single value unchanged, several as `(a,b)`. */
function identifier(values: readonly unknown[]): unknown {
  return values.length === 1 ? values[0] : `(${values.join(',')})`
}

function withRelations(answered: DatabaseRow, row: DatabaseRow, relations: PlannedRead['relations']): DatabaseRow {
  for (const { relation } of relations) answered[relation.apiName] = row[relation.apiName]
  return answered
}

/** Counting more records than this takes long enough to ask the database for its estimate. */
const countedUpTo = 100_000

interface EstimatedCount {
  readonly count: number
  readonly estimated: boolean
}

/**
 * Returns the number of records for `count_only`. With `estimate`, a table that the database estimates to have more than 100,000 is not
 * counted, unless a filter or the caller's rights exclude some of them (docs/wire/tables.md).
 */
async function countOrEstimate(
  { engine, database }: Pick<RecordsContext, 'engine' | 'database'>,
  permitted: PermittedTable,
  plan: ReadPlan,
  options: Params,
): Promise<number | EstimatedCount> {
  if (!flag(options, 'estimate')) return countRecords(database, plan)
  const { estimatedRows } = engine.dialect
  const isWhole = permitted.rows === null && !options.filter && !options.group
  if (estimatedRows !== undefined && isWhole) {
    const { rows } = await database.run(estimatedRows(permitted.table.table))
    const estimate = Number(rows[0]?.count ?? 0)
    if (estimate > countedUpTo) return { count: estimate, estimated: true }
  }
  return { count: await countRecords(database, plan), estimated: false }
}
