import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { relayTo } from '../platform/connections/relay.ts'
import { constraintProblem } from '../records/system/broken-rule.ts'
import { createTestDatabase, hasPostgresServer, type TestDatabase } from '../testing/test-postgres.ts'
import { openPostgres } from './postgres.ts'
import type { Store } from './store.ts'

describe.skipIf(!(await hasPostgresServer()))('the store on a PostgreSQL server', () => {
  let database: TestDatabase
  let store: Store

  beforeEach(async () => {
    database = await createTestDatabase()
    store = await openPostgres(database.url)
  })
  afterEach(async () => {
    await store.close()
    await database.drop()
  })

  it.each(['postgres://nobody@127.0.0.1:9/none', 'postgres://127.0.0.1/x?pool_size=0', 'no address'])(
    'rejects %s on start',
    async (address) => {
      await expect(openPostgres(address)).rejects.toThrow()
    },
  )

  it('does not reveal the password of an unreachable URL', async () => {
    const opened = openPostgres('postgres://nobody:s3cret@127.0.0.1:9/none')
    await expect(opened).rejects.toThrow(/^(?!.*s3cret).*cannot be reached/)
  })

  it('responds with 503 while the database is unavailable', async () => {
    await store.statements.first('select 1', [])
    await database.drop()
    const asked = [
      store.db.selectFrom('role').selectAll().execute(),
      store.transaction((tx) => tx.deleteFrom('role').execute()),
      Promise.resolve(store.statements.all('select 1', [])),
    ]
    for (const answer of await Promise.allSettled(asked)) {
      expect(answer).toMatchObject({ status: 'rejected', reason: { status: 503 } })
    }
  })

  it('survives connections that end in the middle of a transaction, and reconnects', async () => {
    const own = Promise.withResolvers<number>()
    const ended = Promise.withResolvers<void>()
    const cut = async (pid: number) => {
      await store.statements.all('select pg_terminate_backend($1)', [pid])
      // The connection notices its end while it is idle.
      while ((await store.statements.all('select 1 from pg_stat_activity where pid = $1', [pid])).length > 0);
    }
    const transaction = store.transaction(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      own.resolve(rows[0]?.pid ?? 0)
      await ended.promise
      await tx.deleteFrom('role').execute()
    })
    const write = store.write(async ({ first, all }) => {
      const row = await first<{ pid: number }>('select pg_backend_pid() as pid', [])
      await cut(row?.pid ?? 0)
      await all('select 1', [])
    })
    const outcomes = Promise.allSettled([transaction, write])
    await cut(await own.promise)
    ended.resolve()
    for (const outcome of await outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { status: 503 } })
    }
    expect(await store.statements.first('select 1 as one', [])).toEqual({ one: 1 })
    await store.transaction((tx) => sql`select 1`.execute(tx))
  })

  it('cancels a statement that takes too long with 503, and closes the connection if the server hangs', async () => {
    const url = new URL(database.url)
    const relay = await relayTo(url.hostname, Number(url.port))
    onTestFinished(relay.close)
    url.port = String(relay.port)
    const hasty = await openPostgres(url.toString(), { limits: { statement: 2000 } })
    onTestFinished(hasty.close)
    const late = { status: 503, headers: { 'Retry-After': '1' }, message: expect.stringContaining('in time') }
    await expect(
      hasty.transaction((tx) => sql`select count(*) from generate_series(1, 1000000000)`.execute(tx)),
    ).rejects.toMatchObject(late)
    await expect(
      Promise.resolve(hasty.statements.all('select count(*) from generate_series(1, 1000000000)', [])),
    ).rejects.toMatchObject(late)

    const connected = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const [one, other] = connected
    const hanging = Promise.all(connected.map(({ promise }) => promise)).then(() => relay.hang())
    const hung = await Promise.allSettled([
      hasty.transaction(async (tx) => {
        await sql`select 1`.execute(tx)
        one?.resolve()
        await hanging
        await sql`select 1`.execute(tx)
      }),
      hasty.write(async ({ all }) => {
        await all('select 1', [])
        other?.resolve()
        await hanging
        await all('select 1', [])
      }),
    ])
    expect(hung.map((outcome) => outcome.status === 'rejected' && outcome.reason)).toMatchObject([late, late])

    await relay.open()
    expect(await hasty.statements.first('select 1 as one', [])).toEqual({ one: 1 })
    await hasty.transaction((tx) => sql`select 1`.execute(tx))
  })

  it.each([
    ['a number out of range', 'select $1::int', [99_999_999_999]],
    ['a text that is not a number', 'select $1::int', ['x']],
    ['a zero byte', 'select $1::text', ['a\0b']],
  ])('reports %s as not storable', async (_what, sql, parameters) => {
    const error: unknown = await Promise.resolve(store.statements.all(sql, parameters)).catch(
      (reason: unknown) => reason,
    )
    expect(constraintProblem(error)).toEqual({ kind: 'unstorable', columns: [] })
  })

  it('keeps its connections when a statement fails', async () => {
    for (let count = 0; count < 30; count += 1) {
      await expect(Promise.resolve(store.statements.all('select nothing', []))).rejects.toThrow()
    }
    expect(await store.statements.first('select 1 as one', [])).toEqual({ one: 1 })
  })
})
