import { describe, expect, it } from 'vitest'
import { inRequest } from '../platform/tracing/request-context.ts'
import { forEachEngine } from '../testing/databases/for-each-engine.ts'
import { mariadb, postgres } from '../testing/databases/test-engines.ts'

const sleeping = { PostgreSQL: 'SELECT pg_sleep(60)', MariaDB: 'SELECT SLEEP(60)', SQLite: '' } as const
const running = {
  PostgreSQL: `SELECT count(*) AS n FROM pg_stat_activity WHERE state = 'active' AND datname = current_database()
    AND query LIKE '%pg\\_sleep(60)%' AND pid <> pg_backend_pid()`,
  MariaDB: `SELECT count(*) AS n FROM information_schema.processlist WHERE info = 'SELECT SLEEP(60)' AND db = database()`,
  SQLite: '',
} as const

forEachEngine(
  'a statement that nobody waits for',
  async (on) => {
    const { database } = await on.share()
    const count = async () => Number((await database.run({ sql: running[on.name], values: [] })).rows[0]?.n)
    const asked = (signal: AbortSignal) => inRequest({ id: 'test', signal }, () => slept())
    const slept = async () => await database.run({ sql: sleeping[on.name], values: [] })

    describe.skipIf(on.sharesSession)('with a server of sessions', () => {
      it('ends at the server, and its connection serves others', async () => {
        const left = new AbortController()
        const statement = asked(left.signal).catch((error: unknown) => error)
        await expect.poll(count).toBe(1)
        left.abort(new Error('left'))
        await statement
        expect(await count()).toBe(0)
        expect((await database.run({ sql: 'SELECT 1 AS one', values: [] })).rows).toEqual([{ one: 1 }])
      })

      it('is not begun where nobody waits any more', async () => {
        await expect(asked(AbortSignal.abort(new Error('left')))).rejects.toThrow('left')
      })
    })
  },
  [postgres, mariadb],
)
