import type { Session } from '@millwright/connector/engine/engine'
import { bytesOf, mostBytesAtOnce, TooManyBytes } from '@millwright/connector/engine/rows'
import type { DatabaseRow } from '@millwright/connector/engine/statement'
import type { ApiRequest, ApiResponse } from '../../request/api-request.ts'
import { flag } from '../../request/params.ts'
import { type BatchVerb, batchProblem, hasFailed, type Outcome } from '../batch.ts'
import { readByKeys } from '../record-reader.ts'
import { embedRelations } from './embed-relations.ts'
import { type PlannedRead, planRequest } from './plan-read.ts'
import { identifierOf, type RecordKey, type WriteScope } from './write-scope.ts'

/** A record that was written. */
export interface Written {
  readonly key: RecordKey
  /** The record for the response, if already known: a deleted record, or one without identifying fields. */
  readonly record: DatabaseRow | null
}

/** How records are returned; `null`: by their ids. */
export type AnswerPlan = PlannedRead | null

/** Throws for unknown fields and relations before anything is written. */
export async function responsePlan({ context, request, permitted, options, keys }: WriteScope): Promise<AnswerPlan> {
  const asks = isGiven(options.fields) || isGiven(options.related)
  if (!asks || keys.length === 0) return null
  const fields = isGiven(options.fields) ? options.fields : keys.map(({ apiName }) => apiName).join(',')
  return planRequest(context, request, permitted, { ...options, fields: fields ?? '' }, 'find')
}

/** Reads the records with these keys according to the plan, in that order; `undefined` in place of those that no longer exist. */
export async function readWrittenRecords(
  session: Session,
  scope: WriteScope,
  { plan, relations }: PlannedRead,
  keys: readonly RecordKey[],
): Promise<(DatabaseRow | undefined)[]> {
  const { context, request, permitted } = scope
  const rows = await readByKeys(session, plan, keys, undefined)
  const found = rows.filter((row) => row !== undefined)
  if (relations.length > 0)
    await embedRelations({ context, session, request: asRead(request) }, permitted, relations, found)
  const { answered } = plan.selection
  if (answered === null) return rows
  return rows.map((row) => {
    if (row === undefined) return undefined
    const shown = answered(row)
    for (const { relation } of relations) shown[relation.apiName] = row[relation.apiName]
    return shown
  })
}

/** Returns the response to a call on the collection; throws the error of a failed batch. */
export async function answerBatch(
  scope: WriteScope,
  plan: AnswerPlan,
  outcomes: readonly Outcome<Written>[],
  verb: BatchVerb,
  rolledBack: boolean,
): Promise<ApiResponse> {
  const written = outcomes.flatMap((outcome) => ('done' in outcome ? [outcome.done] : []))
  const failed = hasFailed(outcomes)
  const records =
    failed && rolledBack ? written.map((each) => identifier(scope, each)) : await answers(scope, plan, written)
  if (failed) {
    const byWritten = new Map(written.map((each, position) => [each, records[position]]))
    throw batchProblem(outcomes, (done) => byWritten.get(done), verb, rolledBack)
  }
  const asList = flag(scope.options, 'as_list') && scope.keys.length > 0
  return { status: 200, body: { resource: asList ? written.map((each) => listed(scope, each)) : records } }
}

/** Returns the response to a call on one record; throws the record's own error. */
export async function answerOne(
  scope: WriteScope,
  plan: AnswerPlan,
  outcomes: readonly Outcome<Written>[],
): Promise<ApiResponse> {
  const [outcome] = outcomes
  if (outcome !== undefined && 'problem' in outcome) throw outcome.problem
  const records = await answers(scope, plan, outcome === undefined ? [] : [outcome.done])
  return { status: 200, body: records[0] }
}

async function answers(scope: WriteScope, plan: AnswerPlan, written: readonly Written[]): Promise<DatabaseRow[]> {
  const unread = plan === null ? [] : written.filter(({ record }) => record === null)
  if (plan === null || unread.length === 0) {
    return written.map((each) => each.record ?? identifier(scope, each))
  }
  const rows = await readAtOnce(
    scope,
    plan,
    unread.map(({ key }) => key),
  )
  const read = new Map(unread.map((each, position) => [each, rows[position]]))
  return written.map((each) => each.record ?? read.get(each) ?? identifier(scope, each))
}

/** Nothing is read if the records take more than is read at once: they are written, so that a refusal would be misleading. */
async function readAtOnce(
  scope: WriteScope,
  plan: PlannedRead,
  keys: readonly RecordKey[],
): Promise<readonly (DatabaseRow | undefined)[]> {
  try {
    const rows = await readWrittenRecords(scope.context.database, scope, plan, keys)
    return plan.relations.length > 0 && bytesOf(rows) > mostBytesAtOnce ? [] : rows
  } catch (error) {
    if (error instanceof TooManyBytes) return []
    throw error
  }
}

function identifier({ keys }: WriteScope, { key, record }: Written): DatabaseRow {
  return keys.length === 0 ? (record ?? {}) : identifierOf(keys, key)
}

function listed(scope: WriteScope, written: Written): unknown {
  const values = Object.values(identifier(scope, written))
  return values.length === 1 ? values[0] : `(${values.join(',')})`
}

/** Related records in a response are read with the rights for reading. */
function asRead(request: ApiRequest): ApiRequest {
  return request.verb === 'GET' ? request : { ...request, verb: 'GET' }
}

function isGiven(option: string | undefined): boolean {
  return option !== undefined && option !== ''
}
