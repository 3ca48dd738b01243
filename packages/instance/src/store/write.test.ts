import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { engines, openTestStore, type TestStore } from '../testing/test-store.ts'
import type { Statements } from './store.ts'

describe.each(engines)('writing compiled SQL on %s', (engine) => {
  let test: TestStore
  const mark = engine === 'sqlite' ? '?' : '$1'
  const add = (statements: Statements, name: string) =>
    statements.first<{ name: string }>(`insert into setting (name, value) values (${mark}, 'x') returning name`, [name])
  const names = async () =>
    (await test.store.statements.all<{ name: string }>("select name from setting where value = 'x' order by name", []))
      .map(({ name }) => name)
      .join()

  beforeEach(async () => {
    test = await openTestStore(engine)
  })
  afterEach(() => test.close())

  it('rolls back everything if the work throws', async () => {
    const work = test.store.write(async (statements) => {
      await add(statements, 'a')
      throw new Error('changed my mind')
    })
    await expect(work).rejects.toThrow('changed my mind')
    expect(await names()).toBe('')
  })

  it('continues after a statement failed', async () => {
    await test.store.write(async (statements) => add(statements, 'a'))
    await expect(
      test.store.write(async (statements) => {
        await add(statements, 'b')
        await add(statements, 'a')
      }),
    ).rejects.toThrow()
    await test.store.write(async (statements) => add(statements, 'c'))
    expect(await names()).toBe('a,c')
  })

  it('rejects work in a transaction that has ended, even while the next one is open', async () => {
    const leaked = await test.store.write(async (statements) => ({ statements }))
    await test.store.write(async (statements) => {
      await add(statements, 'a')
      await expect((async () => add(leaked.statements, 'late'))()).rejects.toThrow('has ended')
    })
    expect(await names()).toBe('a')
  })

  it('is serialized, also with transactions of the query builder', async () => {
    const { store } = test
    const row = (name: string) => ({ name, value: 'x' })
    await Promise.all([
      ...['a', 'b', 'c'].map((name) => store.write(async (statements) => add(statements, name))),
      ...['d', 'e'].map((name) => store.transaction((tx) => tx.insertInto('setting').values(row(name)).execute())),
      store.db.insertInto('setting').values(row('f')).execute(),
    ])
    expect(await names()).toBe('a,b,c,d,e,f')
  })

  it('returns inserted rows, and runs statements without rows', async () => {
    const [added, gone, none] = await test.store.write(async (statements) => [
      await add(statements, 'a'),
      await statements.first("delete from setting where value = 'x'", []),
      await statements.all("update setting set value = 'y' where value = 'x'", []),
    ])
    expect([added, gone, none]).toEqual([{ name: 'a' }, undefined, []])
    expect(await names()).toBe('')
  })

  it('rolls back only the failing one of several brief changes', async () => {
    const { store } = test
    const done = await Promise.allSettled([
      store.writeBriefly(async (statements) => add(statements, 'a')),
      store.writeBriefly(async (statements) => {
        await add(statements, 'b')
        throw new Error('changed my mind')
      }),
      store.writeBriefly(async (statements) => add(statements, 'a')),
      store.writeBriefly(async (statements) => add(statements, 'c')),
    ])
    const [one, thrown, other, last] = done.map(({ status }) => status)
    expect([thrown, last]).toEqual(['rejected', 'fulfilled'])
    expect([one, other].sort()).toEqual(['fulfilled', 'rejected'])
    expect(await names()).toBe('a,c')
  })

  it('starts a new transaction if the first of several brief changes fails', async () => {
    const { store } = test
    const failed = store.writeBriefly(async () => Promise.reject(new Error('changed my mind')))
    await Promise.all([
      expect(failed).rejects.toThrow(),
      store.writeBriefly(async (statements) => add(statements, 'a')),
    ])
    expect(await names()).toBe('a')
  })

  it('acknowledges brief changes only when others can read them', async () => {
    const { store } = test
    const seen = await Promise.all(
      ['a', 'b', 'c'].map(async (name) => {
        await store.writeBriefly(async (statements) => add(statements, name))
        return (await names()).split(',').includes(name)
      }),
    )
    expect(seen).toEqual([true, true, true])
  })

  it('alternates between transactions and brief changes', async () => {
    const { store } = test
    const brief = (name: string) => store.writeBriefly(async (statements) => add(statements, name))
    await Promise.all([
      brief('a'),
      store.transaction((tx) => tx.insertInto('setting').values({ name: 'b', value: 'x' }).execute()),
      brief('c'),
      store.write(async (statements) => add(statements, 'd')),
      store.db.insertInto('setting').values({ name: 'e', value: 'x' }).execute(),
      brief('f'),
    ])
    expect(await names()).toBe('a,b,c,d,e,f')
  })
})
