import type { Session } from '@millwright/connector/engine/engine'
import type { BoundValue } from '@millwright/connector/engine/statement'
import { Problem } from '@millwright/contract/problem'
import { noLookups } from '../../platform/lookup-substitution.ts'
import type { ApiRequest, ApiResponse, Params } from '../../request/api-request.ts'
import { filterParams, flag } from '../../request/params.ts'
import type { PermittedTable } from '../permitted-table.ts'
import type { RecordsContext } from '../records-context.ts'
import { type Condition, filterCondition } from '../where.ts'
import { writeBatch } from '../write-batch.ts'
import { assignmentsOf } from './assignments.ts'
import { type Draft, readDraft } from './draft.ts'
import { transactNoted } from './history/change-notes.ts'
import { deleteNotedRecords, maxByFilter, noteMany, recordsEach, updateNotedRecords } from './history/noted-writes.ts'
import { pageLimit } from './list-pages.ts'
import { orderOf } from './named-fields.ts'
import { update } from './update-work.ts'
import { ofDeletion, withApiNames } from './violation-names.ts'
import { type AnswerPlan, answerBatch, readWrittenRecords, type Written } from './write-answer.ts'
import { keyList, present, roleViolation } from './write-records.ts'
import { batchPlace, identifierOf, type RecordKey, type WriteScope, writeScope } from './write-scope.ts'

/** Applies one change to all records that match a filter, if possible in one statement; returns those that matched before the change. */
export async function changeByFilter(scope: WriteScope, plan: AnswerPlan, record: unknown): Promise<ApiResponse> {
  const { database } = scope.context
  const draft = readDraft(scope.fields, record, { ...scope.draft, creating: false })
  const matching = await filterOf(scope)
  if (draft.related.length > 0) {
    const found = await keysOf(database, scope, matching, '')
    const items = found.map((key) => ({ id: identifierOf(scope.keys, key), record, own: false }))
    const outcomes = await writeBatch(batchPlace(scope), update(scope, items), { rollback: true, goOn: false })
    return answerBatch(scope, plan, outcomes, 'updated', true)
  }
  const keys = await transactNoted(scope.notes, database, async (session) => {
    const found = await keysOf(session, scope, matching, '')
    const assignments = assignmentsOf(scope.fields, draft, 'onUpdate')
    if (assignments.name === '' || found.length === 0) return found
    if (recordsEach(scope, found.length)) return changeEach(session, scope, found, draft)
    noteMany(scope, 'modified', found.length)
    await named(scope, () => session.run(scope.sql.updateWhere(assignments, scope.rows, matching)), draft)
    if (scope.permitted.rows !== null && !(await areAllowed(session, scope, found))) throw roleViolation(scope)
    return found
  })
  return answerBatch(scope, plan, done(keys), 'updated', false)
}

/** Deletes a page of the records that match a filter. */
export async function deleteByFilter(scope: WriteScope, plan: AnswerPlan): Promise<ApiResponse> {
  const { context, table, options, keys: keyFields } = scope
  const { engine, database } = context
  const matching = await filterOf(scope)
  const { limit } = pageLimit(context, options)
  // Without a primary key, the fields that identify records determine the order.
  const order =
    orderOf(engine, table, options.order, true) || keyFields.map(({ name }) => engine.dialect.quote(name)).join(', ')
  const page = ` ORDER BY ${order} ${engine.dialect.page(limit, 0, true)}`
  const deleted = await transactNoted(scope.notes, database, async (session) => {
    const keys = await keysOf(session, scope, matching, page)
    const records = plan === null ? null : await readWrittenRecords(session, scope, plan, keys)
    for (let start = 0; start < keys.length; start += keysAtOnce) {
      await named(scope, () => deleteNotedRecords(session, scope, keys.slice(start, start + keysAtOnce)))
    }
    return keys.map((key, position) => ({ done: { key, record: records?.[position] ?? null } }))
  })
  return answerBatch(scope, plan, deleted, 'deleted', false)
}

const keysAtOnce = 200

/** Deletes all records that the caller may delete, for requests with `force`. */
export async function truncate(
  context: RecordsContext,
  request: ApiRequest,
  options: Params,
  permitted: PermittedTable,
): Promise<ApiResponse> {
  if (!flag(options, 'force')) {
    throw new Problem(400, "No filter or records given for delete request. To delete all records, add 'force=true'.")
  }
  const scope = await writeScope(
    context,
    request,
    options,
    permitted,
    (permitted.table.whole ?? permitted.table).primaryKey,
  )
  if (scope.notes?.mustRead(scope.table) === true) await truncateNoted(scope)
  else await named(scope, () => context.database.run(scope.sql.deleteWhere(scope.rows, [])))
  return { status: 200, body: { success: true } }
}

/** Applies the change to rows that are recorded individually. */
async function changeEach(
  session: Session,
  scope: WriteScope,
  keys: readonly RecordKey[],
  draft: Draft,
): Promise<readonly RecordKey[]> {
  for (let start = 0; start < keys.length; start += keysAtOnce) {
    const some = keys.slice(start, start + keysAtOnce)
    if ((await named(scope, () => updateNotedRecords(session, scope, some, draft), draft)) !== null) continue
    if (scope.permitted.rows !== null) throw roleViolation(scope)
    throw new Problem(409, 'Records were deleted while they were being changed. Try again.')
  }
  return keys
}

async function truncateNoted(scope: WriteScope): Promise<void> {
  const { context, notes, keys, sql } = scope
  await transactNoted(notes, context.database, async (session) => {
    const page = ` ${context.engine.dialect.page(maxByFilter + 1, 0, false)}`
    const found = keys.length === 0 ? [] : await keysOf(session, scope, [], page)
    if (keys.length === 0 || !recordsEach(scope, found.length)) {
      const { changes } = await named(scope, () => session.run(sql.deleteWhere(scope.rows, [])))
      return noteMany(scope, 'deleted', changes)
    }
    for (let start = 0; start < found.length; start += keysAtOnce) {
      await named(scope, () => deleteNotedRecords(session, scope, found.slice(start, start + keysAtOnce)))
    }
  })
}

async function filterOf({ context, request, options, rows }: WriteScope): Promise<(Condition | null)[]> {
  const params = filterParams(options, request.payload)
  const braces = [options.filter ?? '', ...Object.values(params)].some((text) => text.includes('{'))
  const lookups = braces ? await context.lookupsOf(request) : noLookups
  return [filterCondition(options.filter, { model: rows.model, params, lookups })]
}

async function keysOf(
  session: Session,
  scope: WriteScope,
  conditions: readonly (Condition | null)[],
  page: string,
): Promise<RecordKey[]> {
  const { sql, keys } = scope
  const { rows } = await session.run(sql.selectWhere(keyList(scope), scope.rows, conditions, page))
  return rows.map((row) => keys.map(({ apiName }) => row[apiName] as BoundValue))
}

async function areAllowed(session: Session, scope: WriteScope, keys: readonly RecordKey[]): Promise<boolean> {
  for (let start = 0; start < keys.length; start += keysAtOnce) {
    const some = keys.slice(start, start + keysAtOnce)
    const { rows } = await session.run(present(scope, some))
    if (rows.length < some.length) return false
  }
  return true
}

/** Names fields in what `work` throws; SQLite throws before there is a promise. */
async function named<T>(scope: WriteScope, work: () => T | Promise<T>, draft?: Draft): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const written = draft === undefined ? undefined : { fields: scope.fields, draft }
    throw withApiNames(scope.request.verb === 'DELETE' ? ofDeletion(error) : error, scope.table, written)
  }
}

const done = (keys: readonly RecordKey[]): { done: Written }[] => keys.map((key) => ({ done: { key, record: null } }))
