import { describe, expect, it, onTestFinished } from 'vitest'
import { relayTo } from '../platform/connections/relay.ts'
import { openBehindRelay } from '../testing/databases/behind-relay.ts'
import { suiteEngines } from '../testing/databases/test-engines.ts'

const servers = suiteEngines.filter(({ type }) => type !== 'sqlite')

describe.each(servers)('an unreachable $name server', (suite) => {
  const { keepsSessions } = suite
  if (!keepsSessions) return it.skipIf(!keepsSessions)('needs a real server', () => {})

  async function behindRelay() {
    const { database, relay } = await openBehindRelay(suite)
    const run = (sql: string) => Promise.resolve().then(() => database.run({ sql, values: [] }))
    await run('CREATE TABLE note (id int NOT NULL PRIMARY KEY)')
    const count = async () => (await run('SELECT id FROM note')).rows.length
    return { database, relay, run, count }
  }

  it('is reported with host and port, never with the password', async () => {
    const { config, drop } = await suite.create()
    onTestFinished(drop)
    const relay = await relayTo('127.0.0.1', 1)
    await relay.close()
    const database = suite.engine.open({ ...config, port: relay.port, password: 's3cret' })
    onTestFinished(() => database.close())
    const refused = await Promise.resolve(database.run({ sql: 'SELECT 1', values: [] })).catch((error) => error)
    expect(refused).toMatchObject({ status: 503, message: expect.stringContaining(`127.0.0.1:${relay.port}`) })
    expect(refused.message).not.toContain('s3cret')
  })

  it('rolls back the transaction in progress, and is used again once it is back', async () => {
    const { database, relay, count, run } = await behindRelay()
    const broken = database.transaction(async (session) => {
      await session.run({ sql: 'INSERT INTO note VALUES (1)', values: [] })
      await relay.shut()
      await session.run({ sql: 'INSERT INTO note VALUES (2)', values: [] })
    })
    await expect(broken).rejects.toMatchObject({ status: 503 })
    await expect(count()).rejects.toMatchObject({ status: 503 })
    await relay.open()
    expect(await count()).toBe(0)
    await run('INSERT INTO note VALUES (3)')
    expect(await count()).toBe(1)
  })

  it('fails all requests in progress with 503, and frees their connections for new ones', async () => {
    const { database, relay, count } = await behindRelay()
    const shutting = Promise.withResolvers<void>()
    const shut = shutting.promise
    const lock = {
      sql: suite.type === 'pgsql' ? 'SELECT pg_advisory_lock(7)' : "SELECT GET_LOCK('door', 5)",
      values: [],
    }
    const underWay: Promise<unknown>[] = []
    // The first transaction has the lock, the others wait for it.
    for (let index = 0; index < 10; index += 1) {
      await new Promise<void>((begun) => {
        const work = database.transaction(async (session) => {
          if (index > 0) begun()
          await session.run(lock)
          begun()
          await shut
          await session.run(lock)
        })
        underWay.push(work)
      })
    }
    const settled = Promise.allSettled(underWay)
    shutting.resolve(relay.shut())
    for (const outcome of await settled) expect(outcome).toMatchObject({ status: 'rejected', reason: { status: 503 } })
    await relay.open()
    expect(await Promise.all(Array.from({ length: 30 }, count))).toEqual(Array.from({ length: 30 }, () => 0))
  })

  it('makes a stream fail rather than end', async () => {
    const { database, relay, run } = await behindRelay()
    await run('INSERT INTO note VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9), (10)')
    const many = 'SELECT a.id FROM note a, note b, note c, note d, note e, note f'
    const read = async () => {
      for await (const rows of database.stream({ sql: many, values: [] })) {
        expect(rows.length).toBeGreaterThan(0)
        await relay.shut()
      }
    }
    await expect(read()).rejects.toMatchObject({ status: 503 })
  })
})
