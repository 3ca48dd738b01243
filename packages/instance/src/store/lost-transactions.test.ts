import { describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { openLosingPostgres } from '../testing/losing-postgres.ts'
import { testInstance } from '../testing/test-instance.ts'
import { createTestDatabase, hasPostgresServer } from '../testing/test-postgres.ts'
import { openStore } from './open-store.ts'

async function openProxy() {
  const database = await createTestDatabase()
  onTestFinished(database.drop)
  const proxy = await openLosingPostgres(database.url)
  onTestFinished(proxy.close)
  return { proxy, database }
}

/** Refuses the first of those with this text, and every further one after as many others. */
function oneOf(every: number, isMeant: (sql: string) => boolean): (sql: string) => boolean {
  let seen = 0
  return (sql) => isMeant(sql) && seen++ % every === 0
}

const isCommit = (sql: string) => sql === 'COMMIT'

describe.skipIf(!(await hasPostgresServer()))('a store whose database aborts transactions in favour of others', () => {
  async function openThrough() {
    const { proxy, database } = await openProxy()
    const store = await openStore({ dataFolder: '', databaseUrl: proxy.url }, systemClock)
    onTestFinished(store.close)
    const names = async () =>
      (await store.db.selectFrom('setting').select('name').orderBy('name').execute()).map(({ name }) => name)
    const insert = (name: string) => store.db.insertInto('setting').values({ name, value: '' }).compile()
    return { store, proxy, names, insert, database }
  }

  it('gives up after several attempts, having changed nothing, and works again afterwards', async () => {
    const { store, proxy, insert, names } = await openThrough()
    const { sql, parameters } = insert('never')
    proxy.refuse(isCommit)
    const write = store.write((statements) => Promise.resolve(statements.all(sql, parameters)))
    await expect(write).rejects.toMatchObject({ status: 409 })
    expect(proxy.refused).toBe(8)
    proxy.refuse(() => false)
    expect(await names()).toEqual([])
    await store.write((statements) => Promise.resolve(statements.all(sql, parameters)))
    expect(await names()).toEqual(['never'])
  })

  it('repeats whole transactions that are refused at the commit or in a statement, so that each counts once', async () => {
    const { store, proxy, insert, names } = await openThrough()
    for (const [at, isMeant] of [isCommit, (sql: string) => sql.startsWith('insert into "setting"')].entries()) {
      proxy.refuse(oneOf(2, isMeant))
      const [first, second, third] = ['a', 'b', 'c'].map((name) => insert(`${name}${at}`))
      if (first === undefined || second === undefined || third === undefined) throw new Error('Nothing to insert')
      await store.write((statements) => Promise.resolve(statements.all(first.sql, first.parameters)))
      await store.writeBriefly((statements) => Promise.resolve(statements.all(second.sql, second.parameters)))
      await store.transaction((tx) => tx.executeQuery(third))
    }
    expect(proxy.refused).toBe(6)
    expect(await names()).toEqual(['a0', 'a1', 'b0', 'b1', 'c0', 'c1'])
  })

  it('repeats statements outside of transactions', async () => {
    const { store, proxy, insert, names } = await openThrough()
    proxy.refuse(oneOf(2, (sql) => /^(?:insert into|select "name" from) "setting"/.test(sql)))
    const one = insert('one')
    await store.statements.all(one.sql, one.parameters)
    await store.db.executeQuery(insert('two'))
    expect(await names()).toEqual(['one', 'two'])
    expect(proxy.refused).toBe(3)
  })

  it('serves an instance, from its first start on, as if nothing was refused', async () => {
    const { proxy, database } = await openProxy()
    // Every third commit, and one of forty statements; the tables are created in one transaction of more than these.
    const commits = oneOf(3, isCommit)
    const statements = oneOf(40, (sql) => /^(?:insert|update|delete|select|with)\b/.test(sql))
    proxy.refuse((sql) => commits(sql))
    const config = { databaseUrl: proxy.url, databaseListenUrl: database.url }
    const { send, root, parts } = await testInstance({ engine: 'postgres', config })
    proxy.refuse((sql) => commits(sql) || statements(sql))

    const made = await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        send('POST', 'system/role', {
          as: root,
          body: { name: `role ${at}`, lookup_by_role_id: [{ name: 'k', value: `${at}` }] },
        }),
      ),
    )
    expect(made.map(({ status }) => status)).toEqual(made.map(() => 201))
    const { db } = parts.store
    const idsOf = async (like: string) =>
      (await db.selectFrom('role').select('id').where('name', 'like', like).execute()).map(({ id }) => id).join(',')
    const batch = { resource: Array.from({ length: 20 }, (_, at) => ({ name: `of a batch ${at}` })) }
    expect((await send('POST', 'system/role', { as: root, body: batch })).status).toBe(201)
    const changed = await send('PATCH', `system/role?ids=${await idsOf('role %')}`, {
      as: root,
      body: { description: 'x' },
    })
    expect(changed.status).toBe(200)
    const person = { email: 'ada@example.test', first_name: 'Ada', password: 'a long password' }
    expect((await send('POST', 'system/user', { as: root, body: person })).status).toBe(201)
    const session = await send<{ session_token: string }>('POST', 'user/session', {
      body: { email: person.email, password: person.password },
    })
    expect(session.status).toBe(200)
    const as = { token: session.body.session_token }
    const password = { old_password: person.password, new_password: 'another long one' }
    expect((await send('POST', 'user/password', { as, body: password })).status).toBe(200)
    expect((await send('DELETE', 'user/session', { as })).status).toBe(200)
    expect(JSON.stringify((await send('GET', 'user/profile', { as })).body)).toContain('blacklisted')
    expect((await send('DELETE', `system/role?ids=${await idsOf('of a batch %')}`, { as: root })).status).toBe(200)

    const count = async (action: string, resource: string) =>
      (
        await db
          .selectFrom('audit')
          .select('id')
          .where('action', '=', action)
          .where('resource', '=', resource)
          .execute()
      ).length
    expect(await count('created', 'role')).toBe(50)
    expect(await count('deleted', 'role')).toBe(20)
    expect((await idsOf('%')).split(',')).toHaveLength(30)
    expect((await db.selectFrom('user').select('id').where('email', '=', person.email).execute()).length).toBe(1)
    expect(proxy.refused).toBeGreaterThan(20)
  })
})
