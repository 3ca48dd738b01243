import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addRole } from '../testing/store-rows.ts'
import { hasPostgresServer } from '../testing/test-postgres.ts'
import { engines, openTestStore, type TestStore } from '../testing/test-store.ts'
import type { Change } from './changes.ts'
import { openStore } from './open-store.ts'
import { tableNames } from './tables.ts'

/** PGlite has a single session, so that no other one can read while a transaction is open. */
const realServer = await hasPostgresServer()

describe.each(engines)('the store on %s', (engine) => {
  let test: TestStore
  const store = () => test.store
  const names = async () =>
    (await store().db.selectFrom('role').select('name').orderBy('name').execute()).map((r) => r.name)

  beforeEach(async () => {
    test = await openTestStore(engine)
  })
  afterEach(() => test.close())

  it('rejects writes in read statements', () => {
    if (engine === 'sqlite') expect(() => store().statements.all('delete from role', [])).toThrow('Only reads')
  })

  it('rejects tables changed by a newer version', async () => {
    const row = { number: 99, name: 'later', date: 'later' }
    await store().db.withTables<{ migration: typeof row }>().insertInto('migration').values(row).execute()
    await store().close()
    await expect(openStore(test, Date.now)).rejects.toThrow('newer version')
  })

  it('applies an earlier migration that was skipped', async () => {
    for (const table of ['script_queue', 'event_script'] as const) await store().db.schema.dropTable(table).execute()
    await store()
      .db.withTables<{ migration: { number: number } }>()
      .deleteFrom('migration')
      .where('number', '=', 7)
      .execute()
    await store().close()
    const again = await openStore(test, Date.now)
    try {
      expect(await again.db.selectFrom('event_script').selectAll().execute()).toEqual([])
    } finally {
      await again.close()
    }
  })

  it('creates all tables, and keeps them on the next start', async () => {
    await addRole(store().db, 'kept')
    await store().close()
    const again = await openStore(test, Date.now)
    try {
      for (const table of tableNames) await again.db.selectFrom(table).selectAll().execute()
      expect(await again.db.selectFrom('role').select('name').execute()).toEqual([{ name: 'kept' }])
    } finally {
      await again.close()
    }
  })

  it('rolls back everything if the work throws', async () => {
    const work = store().transaction(async (tx) => {
      await addRole(tx, 'a')
      throw new Error('changed my mind')
    })
    await expect(work).rejects.toThrow('changed my mind')
    expect(await names()).toEqual([])
  })

  it('continues after a statement failed and was rolled back', async () => {
    await addRole(store().db, 'a')
    await expect(store().transaction((tx) => addRole(tx, 'a'))).rejects.toThrow()
    await store().transaction((tx) => addRole(tx, 'b'))
    expect(await names()).toEqual(['a', 'b'])
  })

  it.skipIf(engine === 'postgres' && !realServer)('hides a transaction from others until it is committed', async () => {
    await store().transaction(async (tx) => {
      await addRole(tx, 'a')
      expect(await names()).toEqual([])
      expect(await store().statements.first('select name from role', [])).toBeUndefined()
      expect(await tx.selectFrom('role').select('name').execute()).toHaveLength(1)
    })
    expect(await names()).toEqual(['a'])
    expect(await store().statements.all('select name from role', [])).toEqual([{ name: 'a' }])
  })

  it('runs concurrent transactions and single writes', async () => {
    const transactions = Array.from({ length: 20 }, (_, i) => store().transaction((tx) => addRole(tx, `t${i}`)))
    const writes = Array.from({ length: 20 }, (_, i) => addRole(store().db, `w${i}`))
    await Promise.all([...transactions, ...writes])
    expect(await names()).toHaveLength(40)
  })

  it('rejects work in a transaction that has ended', async () => {
    const leaked = await store().transaction(async (tx) => ({ tx }))
    await expect(addRole(leaked.tx, 'late')).rejects.toThrow()
    expect(await names()).toEqual([])
  })

  it('returns counts and ids as numbers', async () => {
    const id = await addRole(store().db, 'a')
    expect(await store().statements.first('select id, count(*) as n from role group by id', [])).toEqual({ id, n: 1 })
  })

  it('never reuses an id', async () => {
    const first = await addRole(store().db, 'a')
    await store().db.deleteFrom('role').execute()
    expect(await addRole(store().db, 'b')).toBeGreaterThan(first)
  })

  it('orders text by its bytes, with nulls first', async () => {
    for (const name of ['b', 'a', 'B', 'é']) await addRole(store().db, name)
    expect(await names()).toEqual(['B', 'a', 'b', 'é'])
  })

  it('notifies listeners of a change before publishing resolves, until they unsubscribe', async () => {
    const heard: Change[] = []
    const leave = store().changes.subscribe((change) => heard.push(change))
    const change: Change = { table: 'role', ids: [1, 2] }
    await store().changes.publish([change])
    leave()
    await store().changes.publish([{ table: 'app', ids: 'all' }])
    // On PostgreSQL a busy machine may miss a heartbeat, which announces everything.
    expect(heard.filter(({ ids }) => ids !== 'all')).toEqual([change])
  })
})
