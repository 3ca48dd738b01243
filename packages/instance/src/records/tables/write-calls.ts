import type { Session } from '@millwright/connector/engine/engine'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { ApiRequest, ApiResponse } from '../../request/api-request.ts'
import { noRecords, oneRecord } from '../../request/body.ts'
import { list } from '../../request/params.ts'
import type { BatchVerb, Outcome } from '../batch.ts'
import type { BatchWork } from '../batch-run.ts'
import type { DescribedTable } from '../described-table.ts'
import type { PermittedTable } from '../permitted-table.ts'
import type { RecordsContext } from '../records-context.ts'
import { writeBatch } from '../write-batch.ts'
import { memberOf } from '../write-related-rows.ts'
import { deletion } from './delete-work.ts'
import { changeByFilter, deleteByFilter, truncate } from './filter-writes.ts'
import { insertion } from './insert-work.ts'
import { keyFields } from './record-keys.ts'
import { type WriteOptions, writeOptions } from './request-options.ts'
import { type UpdateItem, update } from './update-work.ts'
import { type AnswerPlan, answerBatch, answerOne, responsePlan, type Written } from './write-answer.ts'
import { isOnlyAutomatic, writeFieldsOf } from './write-fields.ts'
import { batchPlace, type WriteScope, writeScope } from './write-scope.ts'

/** `POST`, `PUT`, `PATCH` and `DELETE` of `_table/{table}` and of `_table/{table}/{id}` (docs/wire/table-writes.md). */
export function writeRecords(
  context: RecordsContext,
  request: ApiRequest,
  permitted: PermittedTable,
  id: string | null,
): Promise<ApiResponse> {
  switch (request.verb) {
    case 'POST':
      if (id !== null) throw new Problem(400, 'Create records with POST on the table, not on an identifier.')
      return createRecords(context, request, permitted)
    case 'DELETE':
      return id === null ? deleteMany(context, request, permitted) : deleteOne(context, request, permitted, id)
    default:
      return id === null ? updateMany(context, request, permitted) : updateOne(context, request, permitted, id)
  }
}

async function createRecords(
  context: RecordsContext,
  request: ApiRequest,
  permitted: PermittedTable,
): Promise<ApiResponse> {
  const sent = writeOptions(request, permitted.table)
  const { options, body } = sent
  const records = body.records.length === 0 ? emptyRecord(context, request, permitted.table) : body.records
  if (records.length === 0) throw noRecords()
  const keyless = permitted.table.primaryKey.length === 0 && (options.id_field ?? '') === ''
  const keys = keyless ? [] : keyFields(permitted.table, options.id_field)
  const scope = await writeScope(context, request, options, permitted, keys)
  const plan = await responsePlan(scope)
  return batch(scope, plan, insertion(scope, records), sent, 'created')
}

/** Accepts an empty object as a record if the database generates all of its fields. */
function emptyRecord({ engine }: RecordsContext, { payload }: ApiRequest, table: DescribedTable): readonly unknown[] {
  const isEmpty = isRecord(payload) && Object.keys(payload).length === 0
  return isEmpty && isOnlyAutomatic(writeFieldsOf(engine, table)) ? [payload] : []
}

async function updateMany(
  context: RecordsContext,
  request: ApiRequest,
  permitted: PermittedTable,
): Promise<ApiResponse> {
  const sent = writeOptions(request, permitted.table)
  const { options, body } = sent
  const ids = list(request.params, 'ids') ?? body.ids
  const [first] = body.records
  if (first === undefined) throw noRecords()
  const scope = await writeScope(context, request, options, permitted, keyFields(permitted.table, options.id_field))
  const plan = await responsePlan(scope)
  if (ids === null && isGiven(options.filter)) return changeByFilter(scope, plan, first)
  const items = ids === null ? byOwnKeys(scope, body.records) : ids.map((id) => ({ id, record: first, own: false }))
  return batch(scope, plan, update(scope, items), sent, 'updated')
}

async function updateOne(
  context: RecordsContext,
  request: ApiRequest,
  permitted: PermittedTable,
  id: string,
): Promise<ApiResponse> {
  const sent = writeOptions(request, permitted.table)
  const record = oneRecord(sent.body)
  if (sent.body.records.length === 0) throw noRecords()
  const scope = await writeScope(
    context,
    request,
    sent.options,
    permitted,
    keyFields(permitted.table, sent.options.id_field),
  )
  const plan = await responsePlan(scope)
  const outcomes = await write(scope, update(scope, [{ id, record, own: false }]), sent)
  return answerOne(scope, plan, outcomes)
}

async function deleteMany(
  context: RecordsContext,
  request: ApiRequest,
  permitted: PermittedTable,
): Promise<ApiResponse> {
  const sent = writeOptions(request, permitted.table)
  const { options } = sent
  const ids = idsToDelete(request, sent, permitted.table)
  if (ids === null && !isGiven(options.filter)) return truncate(context, request, options, permitted)
  const scope = await writeScope(context, request, options, permitted, keyFields(permitted.table, options.id_field))
  const plan = await responsePlan(scope)
  if (ids === null) return deleteByFilter(scope, plan)
  return batch(scope, plan, deletion(scope, plan, ids), sent, 'deleted')
}

async function deleteOne(
  context: RecordsContext,
  request: ApiRequest,
  permitted: PermittedTable,
  id: string,
): Promise<ApiResponse> {
  const sent = writeOptions(request, permitted.table)
  const scope = await writeScope(
    context,
    request,
    sent.options,
    permitted,
    keyFields(permitted.table, sent.options.id_field),
  )
  const plan = await responsePlan(scope)
  return answerOne(scope, plan, await write(scope, deletion(scope, plan, [id]), sent))
}

async function batch<Ready>(
  scope: WriteScope,
  plan: AnswerPlan,
  work: BatchWork<Session, Ready, Written>,
  sent: WriteOptions,
  verb: BatchVerb,
): Promise<ApiResponse> {
  return answerBatch(scope, plan, await write(scope, work, sent), verb, sent.batch.rollback)
}

function write<Ready>(
  scope: WriteScope,
  work: BatchWork<Session, Ready, Written>,
  sent: WriteOptions,
): Promise<Outcome<Written>[]> {
  return writeBatch(batchPlace(scope), work, sent.batch)
}

/** Identifies each record by its own key fields. */
function byOwnKeys({ keys }: WriteScope, records: readonly unknown[]): UpdateItem[] {
  const [only] = keys
  return records.map((record) => {
    const id = isRecord(record) && keys.length === 1 && only !== undefined ? memberOf(record, only.apiName) : record
    return { id, record, own: true }
  })
}

/** Returns `null` if neither ids nor records were sent. A bare object without the key's fields consists of options only. */
function idsToDelete(request: ApiRequest, { body, options }: WriteOptions, table: DescribedTable): unknown[] | null {
  const ids = list(request.params, 'ids') ?? body.ids
  if (ids !== null) return [...ids]
  if (body.records.length === 0) return null
  const keys = keyFields(table, options.id_field)
  const [only] = keys
  const { payload } = request
  const bare = isRecord(payload) && !Object.hasOwn(payload, 'resource')
  if (bare && !keys.every(({ apiName }) => memberOf(payload, apiName) !== undefined)) return null
  if (keys.length !== 1 || only === undefined) return [...body.records]
  return body.records.map((record) => (isRecord(record) ? memberOf(record, only.apiName) : record))
}

function isGiven(option: string | undefined): boolean {
  return option !== undefined && option.trim() !== ''
}
