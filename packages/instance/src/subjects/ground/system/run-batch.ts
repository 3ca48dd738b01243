import { Problem } from '@millwright/contract/problem'
import { inTurn } from '../../../platform/yielder.ts'
import {
  type BatchOptions,
  type BatchVerb,
  batchProblem,
  hasFailed,
  type Outcome,
  prefetch,
} from '../../../records/batch.ts'
import type { BatchTarget } from '../../../records/batch-run.ts'
import { withAllDuplicates } from '../../../records/system/broken-rule.ts'
import type { ResourcePlan } from '../../../records/system/resource-plan.ts'
import { WriteLog } from '../../../records/system/write-log.ts'
import { writeBatch } from '../../../records/write-batch.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import { flag } from '../../../request/params.ts'
import { finish, type ResourceTools } from './resource-tools.ts'
import type { Write, WrittenRow } from './writer.ts'

/** The rows of one request, each prepared outside of any transaction and then written. */
export interface RecordBatch<T> {
  readonly verb: Exclude<BatchVerb, 'retrieved'>
  readonly count: number
  prepare(position: number): Promise<T> | T
  write(position: number, ready: T, write: Write): Promise<WrittenRow>
}

export interface BatchRows {
  readonly written: readonly WrittenRow[]
  readonly answers: readonly unknown[]
  /** Whether rows were changed again after they were written. */
  readonly changed: boolean
}

/** Most rows that are prepared concurrently. */
const preparedAhead = 4

/**
 * Writes rows according to `rollback` and `continue` (docs/wire/errors.md): each in its own transaction, or all in one. Stops
 * when the client disconnects. Throws the batch error if any row was rejected. `plan`: for reading the response; `null` for
 * keys only.
 */
export async function runBatch<T>(
  tools: ResourceTools,
  request: ApiRequest,
  plan: ResourcePlan | null,
  work: RecordBatch<T>,
): Promise<BatchRows> {
  const { params } = request
  const { key } = tools.declaration.declared
  const log = new WriteLog()
  const rollback = flag(params, 'rollback')
  const outcomes = await write(tools, request, log, work, { rollback, goOn: flag(params, 'continue') })
  const failed = hasFailed(outcomes)
  if (failed && rollback) {
    const explained = await Array.fromAsync(inTurn(outcomes, (outcome) => withDuplicates(outcome, tools)))
    throw batchProblem(explained, ({ id }) => ({ [key]: id }), work.verb, true)
  }
  const written = outcomes.flatMap((outcome) => ('done' in outcome ? [outcome.done] : []))
  const ids = written.map(({ id }) => id)
  const creating = work.verb === 'created'
  const finishing = failed || work.verb === 'deleted' ? undefined : finish(tools, request, ids, creating, log)
  const after = finishing === undefined ? undefined : await finishing
  const read = plan === null ? undefined : await tools.reader.many(plan, ids, request)
  const keyAlone = read === undefined && after === undefined
  const answer = ({ id }: WrittenRow) =>
    keyAlone ? { [key]: id } : { ...(read?.get(id) ?? { [key]: id }), ...after?.additions.get(id) }
  if (failed) throw batchProblem(outcomes, answer, work.verb, false)
  const answers = flag(params, 'as_list') ? ids : written.map(answer)
  return { written, answers, changed: after?.changed ?? false }
}

/** Returns the outcome of each row, and adds the changes to `log`. */
async function write<T>(
  { writer, parts }: ResourceTools,
  request: ApiRequest,
  log: WriteLog,
  work: RecordBatch<T>,
  options: BatchOptions,
): Promise<Outcome<WrittenRow>[]> {
  const commit = options.rollback ? writer.commitTogether : writer.commit
  const prepared = work.count === 1 ? work.prepare : prefetch(work.count, preparedAhead, work.prepare)
  const ready = new Map<number, T>()
  const place: BatchTarget<Pick<Write, 'tx' | 'log'>> = {
    dialect: parts.store.engine.dialect,
    async transaction(inside) {
      const { result, log: changes } = await commit((tx, own) => inside({ tx, log: own }))
      log.add(changes)
      return result
    },
    once: null,
    run: ({ tx }, sql) => tx.all(sql),
    notesOf: ({ log: own }) => own.auditLog,
    isGivenUp: request.isGivenUp,
  }
  return writeBatch(
    place,
    {
      count: work.count,
      prepare: (at) => at,
      async before(at) {
        ready.set(at, await prepared(at))
      },
      write: (within, at) => work.write(at, ready.get(at) as T, { ...within, request }),
      isCompound: () => true,
      separate: true,
    },
    options,
  )
}

/** Adds every duplicate to the error of a row; in the transaction only the first was known. */
async function withDuplicates<T>(outcome: Outcome<T>, { parts, declaration }: ResourceTools): Promise<Outcome<T>> {
  if (!('problem' in outcome)) return outcome
  const problem = await withAllDuplicates(outcome.problem, parts.store, declaration.declared)
  return problem instanceof Problem ? { problem } : outcome
}
