import type { Background } from '../../../../platform/background.ts'
import type { Clock } from '../../../../platform/clock.ts'
import type { SessionTable } from '../../../../store/identity-tables.ts'
import type { Store } from '../../../../store/store.ts'

/** The session of a request. `unlisted`: its new row, if an older version started it without one. */
export interface UsedSession {
  readonly id: string
  readonly unlisted: SessionTable | null
}

/** Records when sessions were last used, in memory, and writes it once a minute. */
export interface SessionUse {
  note(session: UsedSession): void
  /** Writes what was recorded. */
  flush(): Promise<void>
  close(): Promise<void>
}

/** In milliseconds. */
const period = 60_000
const maxAtOnce = 500

export function createSessionUse({ db }: Pick<Store, 'db'>, clock: Clock, background: Background): SessionUse {
  const noted = new WeakMap<UsedSession, number>()
  let pending = new Map<string, UsedSession>()
  let timer: NodeJS.Timeout | undefined

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const used = [...pending.values()]
    pending = new Map()
    const now = Math.floor(clock() / 1000)
    for (let start = 0; start < used.length; start += maxAtOnce) {
      await write(used.slice(start, start + maxAtOnce), now)
    }
  }

  async function write(used: readonly UsedSession[], now: number): Promise<void> {
    const ids = used.map(({ id }) => id)
    await db.updateTable('session').set({ last_seen: now }).where('id', 'in', ids).execute()
    const rows = used.flatMap(({ unlisted }) => (unlisted === null ? [] : [{ ...unlisted, last_seen: now }]))
    if (rows.length === 0) return
    await db
      .insertInto('session')
      .values(rows)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  }

  return {
    note(session) {
      const now = clock()
      const before = noted.get(session)
      if (before !== undefined && now - before < period) return
      noted.set(session, now)
      pending.set(session.id, session)
      timer ??= setTimeout(() => background.start('The use of sessions was not noted', flush), period).unref()
    },
    flush,
    close: flush,
  }
}
