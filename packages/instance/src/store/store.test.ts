import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { storeCopies } from '../testing/store-copies.ts'
import { addRole } from '../testing/store-rows.ts'
import { hasPostgresServer } from '../testing/test-postgres.ts'
import { engines, type TestStore } from '../testing/test-store.ts'
import type { Change } from './changes.ts'
import { openStore } from './open-store.ts'
import { tableNames } from './tables.ts'

/** PGlite has one session, so that nobody else can look while a transaction is open. */
const realServer = await hasPostgresServer()

describe.each(engines)('the store on %s', (engine) => {
  const open = storeCopies(engine)
  let test: TestStore
  const store = () => test.store
  const names = async () =>
    (await store().db.selectFrom('role').select('name').orderBy('name').execute()).map((r) => r.name)

  beforeEach(async () => {
    test = await open()
  })
  afterEach(() => test.close())

  it('refuses writes by the way of reads', () => {
    if (engine === 'sqlite') expect(() => store().statements.all('delete from role', [])).toThrow('Only reads')
  })

  it('refuses tables that a newer version has changed', async () => {
    const row = { number: 99, name: 'later', date: 'later' }
    await store().db.withTables<{ migration: typeof row }>().insertInto('migration').values(row).execute()
    await store().close()
    await expect(openStore(test, Date.now)).rejects.toThrow('newer version')
  })

  it('makes tables of an earlier number that were left out', async () => {
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

  it('makes every table, and keeps them at the next start', async () => {
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

  it('rolls back everything when the work throws', async () => {
    const work = store().transaction(async (tx) => {
      await addRole(tx, 'a')
      throw new Error('changed my mind')
    })
    await expect(work).rejects.toThrow('changed my mind')
    expect(await names()).toEqual([])
  })

  it('can go on after a statement failed and was rolled back', async () => {
    await addRole(store().db, 'a')
    await expect(store().transaction((tx) => addRole(tx, 'a'))).rejects.toThrow()
    await store().transaction((tx) => addRole(tx, 'b'))
    expect(await names()).toEqual(['a', 'b'])
  })

  it.skipIf(engine === 'postgres' && !realServer)('shows a transaction to nobody before it is committed', async () => {
    await store().transaction(async (tx) => {
      await addRole(tx, 'a')
      expect(await names()).toEqual([])
      expect(await store().statements.first('select name from role', [])).toBeUndefined()
      expect(await tx.selectFrom('role').select('name').execute()).toHaveLength(1)
    })
    expect(await names()).toEqual(['a'])
    expect(await store().statements.all('select name from role', [])).toEqual([{ name: 'a' }])
  })

  it('runs transactions and single writes that are asked for at once', async () => {
    const transactions = Array.from({ length: 20 }, (_, i) => store().transaction((tx) => addRole(tx, `t${i}`)))
    const writes = Array.from({ length: 20 }, (_, i) => addRole(store().db, `w${i}`))
    await Promise.all([...transactions, ...writes])
    expect(await names()).toHaveLength(40)
  })

  it('refuses work in a transaction that has ended', async () => {
    const leaked = await store().transaction(async (tx) => ({ tx }))
    await expect(addRole(leaked.tx, 'late')).rejects.toThrow()
    expect(await names()).toEqual([])
  })

  it('gives counts and ids as numbers', async () => {
    const id = await addRole(store().db, 'a')
    expect(await store().statements.first('select id, count(*) as n from role group by id', [])).toEqual({ id, n: 1 })
  })

  it('never gives an id twice', async () => {
    const first = await addRole(store().db, 'a')
    await store().db.deleteFrom('role').execute()
    expect(await addRole(store().db, 'b')).toBeGreaterThan(first)
  })

  it('orders text by its bytes and nulls first', async () => {
    for (const name of ['b', 'a', 'B', 'é']) await addRole(store().db, name)
    expect(await names()).toEqual(['B', 'a', 'b', 'é'])
  })

  it('has told listeners of a change when publishing it ends, until they leave', async () => {
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
