import { parseExact } from '@millwright/contract/wire/exact-json'
import type { Clock } from '../../../../platform/clock.ts'
import type { Vault } from '../../../../platform/vault.ts'
import type { Author } from '../../../../request/caller.ts'
import type { Store } from '../../../../store/store.ts'
import type { EventValue } from '../event-value.ts'

/** A queued script run and its caller. */
export interface QueuedJob {
  readonly event: EventValue
  readonly verb: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly service: string
  readonly resource: string
  readonly origin: string
  readonly address: string
  readonly depth: number
  /** `internal`: the instance itself, with full access. */
  readonly by: {
    readonly userId: number | null
    readonly appId: number | null
    readonly internal: boolean
    /** Authors whose access limits the caller's; absent: none. */
    readonly authors?: readonly Author[] | undefined
  }
}

export interface TakenJob {
  readonly id: number
  readonly script: string
  readonly job: QueuedJob
  /** Including this one. */
  readonly attempts: number
}

/** Queued runs in order. The queue survives restarts, and each job is claimed by one node at a time. */
export interface QueueStore {
  /** `due`: earliest start in milliseconds since 1970. Returns false, without storing the job, if the queue is full. */
  add(script: string, job: QueuedJob, due?: number): Promise<boolean>
  /** Claims the next free job; `null`: there is none. `until`: when the claiming node is considered dead. */
  take(until: number): Promise<TakenJob | null>
  /** Releases a job, as if it had not been claimed. */
  release(id: number): Promise<void>
  done(id: number): Promise<void>
  waiting(script: string): Promise<number>
  /** Number of jobs of all scripts. */
  length(): Promise<number>
  /** Whether the queue has at least this many jobs. */
  holds(many: number): Promise<boolean>
}

/** Jobs up to this size, in characters, are added without checking the total. */
const small = 16 * 1024
const usualRoom = 1024 ** 3

/** `mostRoom`: most characters of all jobs. */
export function createQueueStore(store: Store, vault: Vault, clock: Clock, mostRoom = usualRoom): QueueStore {
  const { db } = store
  const free = () =>
    db
      .selectFrom('script_queue')
      .where('due', '<=', clock())
      .where((row) => row.or([row('running_until', 'is', null), row('running_until', '<=', clock())]))

  /** `null`: encrypted with another secret and unreadable. */
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

  /** Characters left in the queue; the most small jobs that may wait do not exhaust them. */
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
      // The event may contain passwords.
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
      // Counts rows only if the queue may be that long: there are never more rows than ids between the first and the last.
      if ((await edge('desc')) - (await edge('asc')) + 1 < many) return false
      return (await length()) >= many
    },
  }
}
