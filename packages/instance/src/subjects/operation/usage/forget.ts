import type { UsageForgotten } from '@millwright/contract/wire/usage'
import { dialectOf } from '../../../records/system/dialect.ts'
import type { Store } from '../../../store/store.ts'
import type { UsageStore } from '../../../store/usage/usage-store.ts'

export type Forgotten = { readonly user: number } | { readonly app: number }

/** Deletes the traces of a person or an app: their request log entries and their last uses. Sums are kept without the person or app. */
export function forgetTraces({ engine, write }: UsageStore, what: Forgotten): Promise<UsageForgotten> {
  const { finish } = dialectOf(engine)
  const [column, subject, id] = 'user' in what ? ['user_id', 'user', what.user] : ['app_id', 'app', what.app]
  return write(async (statements) => {
    const log = await statements.all(finish(`delete from request_log where ${column} = ? returning id`), [id])
    // A unique negative number keeps anonymized callers distinct.
    const callers = await statements.all(
      finish(`update usage_caller set ${column} = -id${subject === 'app' ? ', app_name = null' : ''} where ${column} = ?
        returning id`),
      [id],
    )
    await statements.all(finish('delete from access_usage where subject_type = ? and subject_id = ?'), [subject, id])
    return { success: true, log_rows: log.length, callers: callers.length }
  })
}

/** Milliseconds after which other nodes have written what they still had of a person. */
const stragglers = 30_000

/** Deletes the traces of deleted people, however they were deleted. */
export class TracesOfPeople {
  readonly #store: Pick<Store, 'db'>
  /** Recently changed people, and when to check them again. */
  readonly #changed = new Map<number, number>()
  /** Whether anyone may have been deleted. */
  #anybody = true

  constructor(store: Pick<Store, 'db' | 'changes'>) {
    this.#store = store
    store.changes.subscribe(({ table, ids }) => {
      if (table !== 'user') return
      if (ids === 'all' || this.#changed.size > 10_000) this.#anybody = true
      else for (const id of ids) this.#changed.set(Number(id), 0)
    })
  }

  /** Whether people were changed since the last sweep, who may have been deleted. */
  get isDue(): boolean {
    return this.#anybody || this.#changed.size > 0
  }

  async sweep(usage: UsageStore, now: number): Promise<void> {
    const candidates = this.#anybody ? await traced(usage) : this.#due(now)
    this.#anybody = false
    for (const id of await this.#missing(candidates)) {
      await forgetTraces(usage, { user: id })
    }
  }

  /** Returns each person twice: now, and once other nodes have written what they had. */
  #due(now: number): number[] {
    const due = [...this.#changed].filter(([, at]) => at <= now)
    for (const [id, at] of due) {
      if (at === 0) this.#changed.set(id, now + stragglers)
      else this.#changed.delete(id)
    }
    return due.map(([id]) => id)
  }

  async #missing(ids: readonly number[]): Promise<number[]> {
    if (ids.length === 0) return []
    const there = new Set<number>()
    for (let at = 0; at < ids.length; at += 1000) {
      const part = ids.slice(at, at + 1000)
      const rows = await this.#store.db.selectFrom('user').select('id').where('id', 'in', part).execute()
      for (const { id } of rows) there.add(id)
    }
    return ids.filter((id) => !there.has(id))
  }
}

/** Ids of people with traces. */
async function traced({ statements, engine }: UsageStore): Promise<number[]> {
  const rows = await statements.all<{ id: unknown }>(dialectOf(engine).finish(tracedSql), ['user'])
  return rows.map(({ id }) => Number(id))
}

const tracedSql = `select user_id as id from usage_caller where user_id > 0
  union select subject_id as id from access_usage where subject_type = ?`
