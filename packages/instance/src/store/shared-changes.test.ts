import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createTestDatabase, hasPostgresServer, type TestDatabase } from '../testing/test-postgres.ts'
import type { Change } from './changes.ts'
import { openPostgres } from './postgres.ts'
import type { Store } from './store.ts'
import { tableNames } from './tables.ts'

/** Needs separate sessions, which PGlite does not have. */
describe.skipIf(!(await hasPostgresServer()))('changes between two nodes on PostgreSQL', () => {
  let database: TestDatabase
  let here: Store
  let there: Store

  beforeEach(async () => {
    database = await createTestDatabase()
    ;[here, there] = await Promise.all([openPostgres(database.url), openPostgres(database.url)])
  })
  afterEach(async () => {
    await Promise.all([here.close(), there.close()])
    await database.drop()
  })

  it('reach the other node, and their own node once', async () => {
    const own: Change[] = []
    here.changes.subscribe((change) => own.push(change))
    const heard = take(there, 2)
    await here.changes.publish([{ table: 'role', ids: [1, 2] }])
    await here.changes.publish([{ table: 'app', ids: 'all' }])
    expect(await heard).toEqual([
      { table: 'role', ids: [1, 2] },
      { table: 'app', ids: 'all' },
    ])
    expect(own).toHaveLength(2)
  })

  it('are received with the commit even if the node dies right after it, and never without a commit', async () => {
    await sendRaw(database.url, 'create table written (id serial)')
    const write = async (end: () => Promise<void> | void) =>
      here.write(async (statements) => {
        const [row] = await statements.all<{ id: number }>('insert into written default values returning id', [])
        await here.changes.publishIn(statements, [{ table: 'role', ids: [row?.id ?? 0] }])
        await end()
        return row?.id
      })
    const heard = take(there, 1)
    const takeBack = () => Promise.reject(new Error('Taken back'))
    await expect(write(takeBack)).rejects.toThrow('Taken back')
    const id = await write(() => {})
    expect(await heard).toEqual([{ table: 'role', ids: [id] }])
  })

  it('are announced as a whole if there are too many to list', async () => {
    const heard = take(there, 2)
    const ids = Array.from({ length: 5000 }, (_, index) => index)
    await here.changes.publish([
      { table: 'user', ids },
      { table: 'lookup', ids: [1] },
    ])
    expect(await heard).toEqual([
      { table: 'user', ids: 'all' },
      { table: 'lookup', ids: [1] },
    ])
  })

  it('invalidate everything if a message cannot be parsed', async () => {
    const heard = take(there, tableNames.length)
    await sendRaw(database.url, "select pg_notify('millwright_changes', 'hello')")
    expect((await heard).map((change) => change.table)).toEqual(tableNames)
  })

  it('invalidate everything while the connection is lost, and are received again afterwards', async () => {
    // Everything once when the connection breaks, once more when it is restored.
    const lost = take(there, tableNames.length * 2)
    await sendRaw(
      database.url,
      `select pg_terminate_backend(pid) from pg_stat_activity
        where query like '%millwright\\_beat%' and datname = current_database() and pid <> pg_backend_pid()`,
    )
    expect((await lost).every((change) => change.ids === 'all')).toBe(true)

    const heard = takeUntil(there, (change) => change.table === 'cors' && change.ids !== 'all')
    await here.changes.publish([{ table: 'cors', ids: [7] }])
    expect((await heard).at(-1)).toEqual({ table: 'cors', ids: [7] })
  })

  it('invalidate everything while the listening connection leads to another database, and say why', async () => {
    const elsewhere = await createTestDatabase()
    onTestFinished(elsewhere.drop)
    expect(here.changes.interruption).toBeNull()
    const astray = await openPostgres(database.url, { listenAt: elsewhere.url })
    onTestFinished(astray.close)
    expect(astray.changes.interruption).toContain('leads to another server or database')
    // Again and again, as its changes do not arrive.
    const heard = take(astray, tableNames.length * 2)
    await here.changes.publish([{ table: 'role', ids: [1] }])
    expect((await heard).every((change) => change.ids === 'all')).toBe(true)
    expect(astray.changes.interruption).toContain('MILLWRIGHT_DATABASE_LISTEN_URL')
  })
})

function take(store: Store, count: number): Promise<Change[]> {
  return takeUntil(store, (_change, heard) => heard === count)
}

function takeUntil(store: Store, done: (change: Change, heard: number) => boolean): Promise<Change[]> {
  const heard: Change[] = []
  return new Promise((resolve) => {
    const leave = store.changes.subscribe((change) => {
      heard.push(change)
      if (!done(change, heard.length)) return
      leave()
      resolve(heard)
    })
  })
}

async function sendRaw(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(sql)
  await client.end()
}
