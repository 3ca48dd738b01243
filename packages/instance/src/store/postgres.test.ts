import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, hasPostgresServer, type TestDatabase } from '../testing/test-postgres.ts'
import { constraintProblem } from './constraint-problem.ts'
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
    'refuses %s when it starts',
    async (address) => {
      await expect(openPostgres(address)).rejects.toThrow()
    },
  )

  it('does not tell the password of an address that it cannot reach', async () => {
    const opened = openPostgres('postgres://nobody:s3cret@127.0.0.1:9/none')
    await expect(opened).rejects.toThrow(/^(?!.*s3cret).*cannot be reached/)
  })

  it('refuses with 503 while the database is away', async () => {
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

  it.each([
    ['a number out of range', 'select $1::int', [99_999_999_999]],
    ['a text that is no number', 'select $1::int', ['x']],
    ['a zero byte', 'select $1::text', ['a\0b']],
  ])('says of %s that it cannot be stored', async (_what, sql, parameters) => {
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
