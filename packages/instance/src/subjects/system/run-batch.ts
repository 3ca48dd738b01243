import { Problem } from '@millwright/contract/problem'
import {
  ahead,
  allOrNothing,
  type BatchVerb,
  batchProblem,
  hasFailed,
  type Outcome,
  refuseGivenUp,
  tryEach,
} from '../../records/batch.ts'
import { withAllDuplicates } from '../../records/system/broken-rule.ts'
import type { ResourcePlan } from '../../records/system/resource-plan.ts'
import type { Tx } from '../../records/system/sql-runner.ts'
import { WriteLog } from '../../records/system/write-log.ts'
import type { ApiRequest } from '../../request/api-request.ts'
import { flag } from '../../request/params.ts'
import { finish, type ResourceTools } from './resource-tools.ts'
import type { Write, Writer, Written } from './writer.ts'

/** The rows of one request, each made ready outside of every transaction and then written. */
export interface BatchWork<T> {
  readonly verb: Exclude<BatchVerb, 'retrieved'>
  readonly count: number
  prepare(position: number): Promise<T> | T
  write(position: number, ready: T, write: Write): Promise<Written>
}

export interface BatchRows {
  readonly written: readonly Written[]
  readonly answers: readonly unknown[]
  /** Rows were changed again after they were written. */
  readonly changed: boolean
}

/** Rows whose slow part is worked on at the same time. */
const preparedAhead = 4

/**
 * Writes rows as `rollback` and `continue` say (docs/wire/errors.md): each in a transaction of its own, or all in one. When
 * nobody waits for the answer any more, the rows that are left are not written. Refuses with the batch's problem when any row was refused. `plan`: how the answer is read; null for keys alone.
 */
export async function runBatch<T>(
  tools: ResourceTools,
  request: ApiRequest,
  plan: ResourcePlan | null,
  work: BatchWork<T>,
): Promise<BatchRows> {
  const { params } = request
  const { key } = tools.declaration.shape
  const log = new WriteLog()
  const rollback = flag(params, 'rollback')
  const run = rollback ? together : oneByOne
  const outcomes = await run(tools, request, log, work)
  const failed = hasFailed(outcomes)
  if (failed && rollback) throw batchProblem(outcomes, ({ id }) => ({ [key]: id }), work.verb, true)
  const written = outcomes.flatMap((outcome) => ('done' in outcome ? [outcome.done] : []))
  const ids = written.map(({ id }) => id)
  const creating = work.verb === 'created'
  const finishing = failed || work.verb === 'deleted' ? undefined : finish(tools, request, ids, creating, log)
  const after = finishing === undefined ? undefined : await finishing
  const read = plan === null ? undefined : await tools.reader.many(plan, ids, request)
  const keyAlone = read === undefined && after === undefined
  const answer = ({ id }: Written) =>
    keyAlone ? { [key]: id } : { ...(read?.get(id) ?? { [key]: id }), ...after?.additions.get(id) }
  if (failed) throw batchProblem(outcomes, answer, work.verb, false)
  const answers = flag(params, 'as_list') ? ids : written.map(answer)
  return { written, answers, changed: after?.changed ?? false }
}

function oneByOne<T>(
  { writer }: ResourceTools,
  request: ApiRequest,
  log: WriteLog,
  work: BatchWork<T>,
): Promise<Outcome<Written>[]> {
  const prepared = work.count === 1 ? work.prepare : ahead(work.count, preparedAhead, work.prepare)
  return tryEach(work.count, flag(request.params, 'continue'), async (at) => {
    refuseGivenUp(request)
    const ready = await prepared(at)
    refuseGivenUp(request)
    const committed = await writer.commit((tx, changes) => work.write(at, ready, { tx, log: changes, request }))
    log.add(committed.log)
    return committed.result
  })
}

async function together<T>(
  tools: ResourceTools,
  request: ApiRequest,
  log: WriteLog,
  work: BatchWork<T>,
): Promise<Outcome<Written>[]> {
  const everyRow = flag(request.params, 'continue')
  const prepare = ahead(work.count, preparedAhead, work.prepare)
  const prepared = await tryEach(work.count, everyRow, (at) => {
    refuseGivenUp(request)
    return prepare(at)
  })
  const outcomes = await allOrNothing<Written>((check) =>
    committed(tools.writer, log, async (tx, changes) => {
      const tried = await tryEach(prepared.length, everyRow, async (at) => {
        refuseGivenUp(request)
        const ready = prepared[at]
        if (ready === undefined || 'problem' in ready) throw ready?.problem
        const write = () => work.write(at, ready.done, { tx, log: changes, request })
        return everyRow ? changes.trail.unlessFailed(() => withinSavepoint(tx, write)) : write()
      })
      return check(tried)
    }),
  )
  return hasFailed(outcomes) ? Promise.all(outcomes.map((outcome) => explained(outcome, tools))) : outcomes
}

/** Undoes the work alone when it fails, so that the transaction can try more. */
async function withinSavepoint<R>(tx: Tx, work: () => Promise<R>): Promise<R> {
  await tx.all('SAVEPOINT "row"')
  try {
    const result = await work()
    await tx.all('RELEASE SAVEPOINT "row"')
    return result
  } catch (error) {
    await tx.all('ROLLBACK TO SAVEPOINT "row"')
    await tx.all('RELEASE SAVEPOINT "row"')
    throw error
  }
}

async function explained<T>(outcome: Outcome<T>, { parts, declaration }: ResourceTools): Promise<Outcome<T>> {
  if (!('problem' in outcome)) return outcome
  const problem = await withAllDuplicates(outcome.problem, parts.store, declaration.shape)
  return problem instanceof Problem ? { problem } : outcome
}

async function committed<R>(
  writer: Writer,
  log: WriteLog,
  work: Parameters<typeof writer.commitTogether<R>>[0],
): Promise<R> {
  const { result, log: changes } = await writer.commitTogether(work)
  log.add(changes)
  return result
}
