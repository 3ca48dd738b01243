import type { Engine, Session } from '@millwright/connector/engine/engine'
import { LostTransaction } from '@millwright/connector/engine/problems'
import { expect, it } from 'vitest'
import { onceKept, wholeOf } from '../platform/tracing/request-context.ts'
import { forEachEngine, type OpenDatabase } from '../testing/databases/for-each-engine.ts'
import { suiteEngines } from '../testing/databases/test-engines.ts'
import { withSharedTransactions } from './shared-transaction.ts'

const run = async (session: Session, sql: string) => session.run({ sql, values: [] })

function shared({ database }: OpenDatabase, { dialect }: Engine) {
  return withSharedTransactions(database, { dialect, serviceId: 1 })
}

async function numbers(session: Session): Promise<unknown[]> {
  return (await run(session, 'SELECT n FROM t ORDER BY n')).rows.map(({ n }) => Number(n))
}

const failed = async () => {
  throw new Error('Failed')
}

forEachEngine('statements of a whole', (on) => {
  it('are rolled back with it, and only some of them with what failed within it', async () => {
    const opened = await on.open()
    const { database, whole } = shared(opened, on.engine)
    await run(opened.database, 'CREATE TABLE t (n integer PRIMARY KEY)')
    const told: string[] = []
    const work = async () => {
      onceKept(1, () => told.push('kept'))
      onceKept(2, () => told.push('of another service'))
      wholeOf(1)?.whenEnded((outcome) => told.push(outcome))
      await run(database, 'INSERT INTO t VALUES (1)')
      const apart = database.transaction(async (session) => {
        await run(session, 'INSERT INTO t VALUES (2)')
        await failed()
      })
      await expect(apart).rejects.toThrow('Failed')
      await expect(run(database, 'INSERT INTO t VALUES (1)')).rejects.toThrow()
      await Promise.all(
        [3, 4, 5].map((n) => database.transaction((session) => run(session, `INSERT INTO t VALUES (${n})`))),
      )
      return numbers(database)
    }
    expect(await whole(work, { keeps: false })).toEqual([1, 3, 4, 5])
    expect(await numbers(database)).toEqual([])
    await expect(whole(() => work().then(failed), { keeps: true })).rejects.toThrow('Failed')
    expect(await numbers(database)).toEqual([])
    expect(told).toEqual(['of another service', 'undone', 'of another service', 'undone'])
    expect(await whole(work, { keeps: true })).toEqual([1, 3, 4, 5])
    expect(await numbers(database)).toEqual([1, 3, 4, 5])
    expect(told.slice(4)).toEqual(['of another service', 'kept', 'kept'])
  })

  it('are refused once it has ended, and never run alone', async () => {
    const opened = await on.open()
    const { database, whole } = shared(opened, on.engine)
    await run(opened.database, 'CREATE TABLE t (n integer PRIMARY KEY)')
    const ended = Promise.withResolvers<void>()
    const late: { work?: Promise<unknown> } = {}
    await whole(
      async () => {
        late.work = ended.promise.then(() => run(database, 'INSERT INTO t VALUES (1)'))
        late.work.catch(() => undefined)
      },
      { keeps: true },
    )
    ended.resolve()
    await expect(late.work).rejects.toThrow('has ended')
    await expect(whole(() => database.changeSchema(failed), { keeps: true })).rejects.toThrow('cannot be changed')
    expect(await numbers(database)).toEqual([])
  })
})

forEachEngine(
  'wholes that the database ends',
  (on) => {
    it('fail as a whole, even if the work goes on after that', async () => {
      const opened = await on.open()
      const { database, whole } = shared(opened, on.engine)
      await run(opened.database, 'CREATE TABLE t (n integer PRIMARY KEY)')
      await run(opened.database, 'INSERT INTO t VALUES (1), (2)')
      const both = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
      const crossing = (own: 0 | 1) =>
        whole(
          async () => {
            const change = (n: number) => run(database, `UPDATE t SET n = n + 10 WHERE n = ${n}`)
            await change(own + 1)
            both[own].resolve()
            await both[1 - own]?.promise
            await change(2 - own).catch(() => undefined)
            await run(database, `INSERT INTO t VALUES (${own + 100})`).catch(() => undefined)
          },
          { keeps: true },
        )
      const ends = await Promise.allSettled([crossing(0), crossing(1)])
      const lost = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
      expect(lost).toEqual([expect.any(LostTransaction)])
      const winner = ends[0].status === 'fulfilled' ? 100 : 101
      expect(await numbers(database)).toEqual([11, 12, winner])
    })
  },
  suiteEngines.filter(({ engine, keepsSessions }) => !engine.isFileBased && keepsSessions),
)
