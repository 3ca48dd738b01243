import { parseExact } from '@millwright/contract/wire/exact-json'
import type { Clock } from '../../../platform/clock.ts'
import type { Vault } from '../../../platform/vault.ts'
import type { Author } from '../../../request/caller.ts'
import type { Store } from '../../../store/store.ts'
import type { EventValue } from '../event-value.ts'

/** A script to be run after the answer, and for whom. */
export interface QueuedJob {
  readonly event: EventValue
  readonly verb: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly service: string
  readonly resource: string
  readonly origin: string
  readonly address: string
  readonly depth: number
  /** `internal`: the instance itself, whose rights nobody asks for. */
  readonly by: {
    readonly userId: number | null
    readonly appId: number | null
    readonly internal: boolean
    /** Whose rights narrow theirs; absent: nobody's. */
    readonly authors?: readonly Author[] | undefined
  }
}

export interface TakenJob {
  readonly id: number
  readonly script: string
  readonly job: QueuedJob
  /** This one included. */
  readonly attempts: number
}

/** What is to be run, in the order in which it was asked for; outlives restarts, and every job is taken by one node at a time. */
export interface QueueStore {
  /** `due`: not to be begun before, in milliseconds since 1970. False, and nothing is kept, when all would take too much room. */
  add(script: string, job: QueuedJob, due?: number): Promise<boolean>
  /** The next one that nobody works on; null: there is none. `until`: when the taker counts as dead. */
  take(until: number): Promise<TakenJob | null>
  /** Gives it back, as if it had not been taken. */
  release(id: number): Promise<void>
  done(id: number): Promise<void>
  waiting(script: string): Promise<number>
  /** Of all scripts. */
  length(): Promise<number>
  /** Whether so many are there already. */
  holds(many: number): Promise<boolean>
}

/** Characters of a job that is not worth a look at the others. */
const small = 16 * 1024
const usualRoom = 1024 ** 3

/** `mostRoom`: characters of all jobs. */
export function createQueueStore(store: Store, vault: Vault, clock: Clock, mostRoom = usualRoom): QueueStore {
  const { db } = store
  const free = () =>
    db
      .selectFrom('script_queue')
      .where('due', '<=', clock())
      .where((row) => row.or([row('running_until', 'is', null), row('running_until', '<=', clock())]))

  /** Null: it was kept under another secret, and nobody can read it any more. */
  function opened(sealed: string): QueuedJob | null {
    try {
      return parseExact(vault.open(sealed)) as QueuedJob
    } catch {
      return null
    }
  }

  async function forget(id: number): Promise<void> {
    await db.deleteFrom('script_queue').where('id', '=', id).execute()
  }

  /** Characters that may still come; so many small ones as may wait do not fill it. */
  async function room(): Promise<number> {
    const { taken } = await db
      .selectFrom('script_queue')
      .select((row) => row.fn.sum('size').as('taken'))
      .executeTakeFirstOrThrow()
    return mostRoom - Number(taken ?? 0)
  }

  async function edge(direction: 'asc' | 'desc'): Promise<number> {
    const row = await db.selectFrom('script_queue').select('id').orderBy('id', direction).limit(1).executeTakeFirst()
    return row?.id ?? 0
  }

  async function length(): Promise<number> {
    const { count } = await db
      .selectFrom('script_queue')
      .select((row) => row.fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    return Number(count)
  }

  return {
    async add(script, job, due = 0) {
      // The event may have passwords in it.
      const sealed = vault.seal(JSON.stringify(job))
      const size = sealed.length
      if (size > small && (await room()) < size) return false
      await db.insertInto('script_queue').values({ script, job: sealed, due, size }).execute()
      return true
    },
    async take(until) {
      for (;;) {
        const next = await free().selectAll().orderBy('id').limit(1).executeTakeFirst()
        if (next === undefined) return null
        const claimed = await db
          .updateTable('script_queue')
          .set({ running_until: until, attempts: next.attempts + 1 })
          .where('id', '=', next.id)
          .where('attempts', '=', next.attempts)
          .where('running_until', next.running_until === null ? 'is' : '=', next.running_until)
          .executeTakeFirst()
        if (claimed.numUpdatedRows === 0n) continue
        const job = opened(next.job)
        if (job !== null) return { id: next.id, script: next.script, job, attempts: next.attempts + 1 }
        await forget(next.id)
      }
    },
    async release(id) {
      await db
        .updateTable('script_queue')
        .set((row) => ({ running_until: null, attempts: row('attempts', '-', 1) }))
        .where('id', '=', id)
        .execute()
    },
    done: forget,
    async waiting(script) {
      const { count } = await db
        .selectFrom('script_queue')
        .select((row) => row.fn.countAll().as('count'))
        .where('script', '=', script)
        .executeTakeFirstOrThrow()
      return Number(count)
    },
    length,
    async holds(many) {
      // Counting is for queues that may be that long: there are never more rows than numbers between the first and the last.
      if ((await edge('desc')) - (await edge('asc')) + 1 < many) return false
      return (await length()) >= many
    },
  }
}
