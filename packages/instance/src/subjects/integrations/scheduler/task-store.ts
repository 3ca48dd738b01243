import type { ExpressionBuilder } from 'kysely'
import { type Clock, isoMicros } from '../../../platform/clock.ts'
import type { Vault } from '../../../platform/vault.ts'
import type { Store } from '../../../store/store.ts'
import type { Tables } from '../../../store/tables.ts'
import { openPayload } from '../../ground/models/task-model.ts'
import type { NextDue, Schedule } from './due.ts'
import type { RunnableTask, RunResult } from './task-run.ts'

/** A task with its due time. */
export interface DueTask extends RunnableTask, Schedule {
  readonly id: number
  readonly due: number
}

/** Tasks to run and their results. Times are milliseconds since 1970. */
export interface TaskStore {
  /** The earliest due time; `null`: no task is scheduled. */
  earliest(): Promise<number | null>
  due(now: number): Promise<DueTask[]>
  /** Tasks that are due later. */
  waiting(now: number): Promise<DueTask[]>
  /** Reschedules a task from `due` to another time. */
  correct(task: Pick<DueTask, 'id' | 'due'>, next: number): Promise<void>
  /** One task, with the current time as its due time; `undefined` if it does not exist. */
  task(id: number): Promise<DueTask | undefined>
  /**
   * Claims a due time and begins a run on this node, unless another node has claimed the same time. If the task is still
   * running, the time is recorded as missed. A single transaction, so a claimed run is always recorded, even if the node dies.
   */
  claim(task: DueTask, then: NextDue | null): Promise<Taken>
  /** Extends the lease of runs in progress. */
  extendLease(ids: readonly number[], until: number): Promise<void>
  ended(task: Pick<DueTask, 'id'>, run: number, result: RunResult, duration: number): Promise<void>
}

/** The id of the run, or why there is none. */
export type Taken = { readonly run: number } | 'elsewhere' | 'running'

/** Milliseconds after its last heartbeat at which a run is considered dead. */
export const taskLease = 90_000
/** Number of runs that are stored per task. */
const maxRuns = 50

const runnable = [
  'scheduler_task.id',
  'scheduler_task.name',
  'component',
  'verb_mask',
  'payload',
  'app_id',
  'user_id',
  'frequency',
  'cron',
  'next_due',
  'service.name as service',
  'scheduler_task.author_id',
  'scheduler_task.author_app_id',
] as const

const newest = ({ fn }: ExpressionBuilder<Tables, 'task_run'>) => fn.max('task_run.id').as('newest')

export function createTaskStore(store: Store, clock: Clock, vault: Vault): TaskStore {
  const { db } = store
  const tasks = () => db.selectFrom('scheduler_task').innerJoin('service', 'service.id', 'service_id').select(runnable)
  const opened = <Row extends { readonly payload: string | null }>(row: Row, due: number) => ({
    ...row,
    payload: openPayload(row.payload, vault),
    due,
  })
  const announce = (id: number) => store.changes.publish([{ table: 'task_run', ids: [id] }])

  return {
    async earliest() {
      const row = await db
        .selectFrom('scheduler_task')
        .select('next_due')
        .where('next_due', 'is not', null)
        .orderBy('next_due')
        .limit(1)
        .executeTakeFirst()
      return row === undefined ? null : Number(row.next_due)
    },
    async due(now) {
      const rows = await tasks().where('next_due', '<=', now).orderBy('next_due').execute()
      return rows.map((row) => opened(row, Number(row.next_due)))
    },
    async waiting(now) {
      const rows = await tasks().where('next_due', '>', now).execute()
      return rows.map((row) => opened(row, Number(row.next_due)))
    },
    async correct({ id, due }, next) {
      await db
        .updateTable('scheduler_task')
        .set({ next_due: next })
        .where('id', '=', id)
        .where('next_due', '=', due)
        .execute()
    },
    async task(id) {
      const row = await tasks().where('scheduler_task.id', '=', id).executeTakeFirst()
      return row === undefined ? undefined : opened(row, clock())
    },
    async claim({ id, due }, then) {
      const now = clock()
      const taken = await store.transaction(async (tx): Promise<Taken> => {
        if (then !== null) {
          const claimed = await tx
            .updateTable('scheduler_task')
            .set((row) => ({ next_due: then.next, missed: row('missed', '+', then.missed) }))
            .where('id', '=', id)
            .where('next_due', '=', due)
            .executeTakeFirstOrThrow()
          if (claimed.numUpdatedRows === 0n) return 'elsewhere'
        }
        const free = await tx
          .selectFrom('scheduler_task')
          .select('missed')
          .where('id', '=', id)
          .where((row) =>
            row.or([
              row('running_until', 'is', null),
              row('running_until', '<=', now),
              // Written before the clock was set back.
              row('running_until', '>', now + taskLease * 2),
            ]),
          )
          .$if(store.engine.store.lock !== '', (query) => query.forUpdate())
          .executeTakeFirst()
        if (free === undefined) {
          if (then !== null) {
            const count = (row: ExpressionBuilder<Tables, 'scheduler_task'>) => ({ missed: row('missed', '+', 1) })
            await tx.updateTable('scheduler_task').set(count).where('id', '=', id).execute()
          }
          return 'running'
        }
        await tx
          .updateTable('scheduler_task')
          .set({ running_until: now + taskLease, missed: 0 })
          .where('id', '=', id)
          .execute()
        const dates = { due_date: isoMicros(due), started_date: isoMicros(now) }
        const { id: run } = await tx
          .insertInto('task_run')
          .values({ task_id: id, ...dates, missed: free.missed })
          .returning('id')
          .executeTakeFirstOrThrow()
        return { run }
      })
      if (typeof taken === 'object') await announce(taken.run)
      return taken
    },
    async extendLease(ids, until) {
      if (ids.length === 0) return
      const query = db
        .updateTable('scheduler_task')
        .set({ running_until: until })
        .where('id', 'in', [...ids])
      // A run that has just ended must not be marked as running.
      await query.where('running_until', 'is not', null).execute()
    },
    async ended({ id }, run, { status, content }, duration) {
      const failed = status >= 300
      const date = isoMicros(clock())
      await store.transaction(async (tx) => {
        // A run that was considered dead must not end its successor.
        await tx
          .updateTable('scheduler_task')
          .set({ running_until: null })
          .where('id', '=', id)
          .where(({ selectFrom }) => selectFrom('task_run').select(newest).where('task_id', '=', id), '=', run)
          .execute()
        await tx
          .updateTable('task_run')
          .set({ status_code: status, duration, error: failed ? content : null })
          .where('id', '=', run)
          .execute()
        const kept = tx
          .selectFrom('task_run')
          .select('id')
          .where('task_id', '=', id)
          .orderBy('id', 'desc')
          .limit(maxRuns)
        await tx.deleteFrom('task_run').where('task_id', '=', id).where('id', 'not in', kept).execute()
        if (!failed) {
          await tx.deleteFrom('task_log').where('task_id', '=', id).execute()
          return
        }
        const there = await tx.selectFrom('scheduler_task').select('id').where('id', '=', id).executeTakeFirst()
        if (there === undefined) return
        await tx
          .insertInto('task_log')
          .values({ task_id: id, status_code: status, content, created_date: date, last_modified_date: date })
          .onConflict((conflict) =>
            conflict
              .column('task_id')
              .doUpdateSet({ status_code: status, content, last_modified_date: date })
              .where((row) =>
                row.or([
                  row('task_log.status_code', '!=', status),
                  row('task_log.content', 'is distinct from', content),
                ]),
              ),
          )
          .execute()
      })
      await announce(run)
    },
  }
}
