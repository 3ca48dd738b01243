import { describe, expect, it } from 'vitest'
import { inRequest } from '../platform/tracing/request-context.ts'
import { forEachEngine } from '../testing/databases/for-each-engine.ts'
import { mariadb, postgres } from '../testing/databases/test-engines.ts'

const endless = {
  PostgreSQL: 'SELECT count(*) FROM generate_series(1, 1000000000000)',
  MariaDB: "SELECT BENCHMARK(1000000000000, MD5('endless'))",
  SQLite: '',
} as const
const running = {
  PostgreSQL: `SELECT count(*) AS n FROM pg_stat_activity WHERE state = 'active' AND datname = current_database()
    AND query LIKE '%generate!_series%' ESCAPE '!' AND pid <> pg_backend_pid()`,
  MariaDB: `SELECT count(*) AS n FROM information_schema.processlist WHERE info LIKE 'SELECT BENCHMARK%' AND db = database()`,
  SQLite: '',
} as const

forEachEngine(
  'a statement that nobody waits for',
  (on) => {
    const { database } = on.share()
    const count = async () => Number((await database.run({ sql: running[on.name], values: [] })).rows[0]?.n)
    const asked = (signal: AbortSignal) => inRequest({ id: 'test', signal }, () => counted())
    const counted = async () => await database.run({ sql: endless[on.name], values: [] })

    describe.skipIf(on.sharesSession)('on a server with concurrent sessions', () => {
      it('is cancelled on the server, and its connection remains usable', async () => {
        const left = new AbortController()
        const statement = asked(left.signal).catch((error: unknown) => error)
        await expect.poll(count).toBe(1)
        left.abort(new Error('left'))
        await statement
        expect(await count()).toBe(0)
        expect((await database.run({ sql: 'SELECT 1 AS one', values: [] })).rows).toEqual([{ one: 1 }])
      })

      it('is not started if the request is already cancelled', async () => {
        await expect(asked(AbortSignal.abort(new Error('left')))).rejects.toThrow('left')
      })
    })
  },
  [postgres, mariadb],
)
