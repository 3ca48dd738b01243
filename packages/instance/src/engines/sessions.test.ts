import type { Session } from '@millwright/connector/engine/engine'
import type { BoundValue, DatabaseRow } from '@millwright/connector/engine/statement'
import { describe, expect, it } from 'vitest'
import { forEachEngine } from '../testing/databases/for-each-engine.ts'

forEachEngine('statements', (on) => {
  const { database: shared } = on.share()
  const { dialect } = on.engine
  const q = dialect.quote
  const id = q('id')
  const name = q('na`m"e]')
  const size = q('size')

  const run = async (session: Session, sql: string, ...values: BoundValue[]) => await session.run({ sql, values })
  const marks = (count: number) =>
    Array.from({ length: count }, (_, index) => dialect.placeholder(index + 1)).join(', ')
  const add = (session: Session, ...values: BoundValue[]) =>
    run(session, `INSERT INTO ${q('order')} (${id}, ${name}, ${size}) VALUES (${marks(3)})`, ...values)
  const all = async (session: Session): Promise<DatabaseRow[]> =>
    (await run(session, `SELECT ${id}, ${name} AS ${q('name')}, ${size} FROM ${q('order')} ORDER BY ${id}`)).rows

  /** Creates empty tables, in the database that all tests share. */
  async function orders(database = shared) {
    for (const table of ['order', 'kind']) await run(database, `DROP TABLE IF EXISTS ${q(table)}`)
    await run(database, `CREATE TABLE ${q('kind')} (${id} int NOT NULL PRIMARY KEY)`)
    await run(
      database,
      `CREATE TABLE ${q('order')} (${id} bigint NOT NULL PRIMARY KEY, ${name} varchar(20) NOT NULL UNIQUE, ${size} bigint CHECK (${size} > -10),
        ${q('kind of')} int, FOREIGN KEY (${q('kind of')}) REFERENCES ${q('kind')} (${id}))`,
    )
    return database
  }

  describe('are rejected for', () => {
    it.each([
      ['a second record with the same key', 409, 'unique', [2, 'a', 1]],
      ['a missing value', 400, 'not-null', [2, null, 1]],
      ['a value that a check does not let in', 400, 'check', [2, 'b', -11]],
    ] as const)('%s', async (_what, status, kind, values) => {
      const database = await orders()
      await add(database, 1, 'a', 1)
      const refused: unknown = await add(database, ...values).catch((error: unknown) => error)
      expect(refused).toMatchObject({ status, violation: { kind } })
      if (kind !== 'check') expect(refused).toMatchObject({ violation: { columns: ['na`m"e]'] } })
      expect(await all(database)).toHaveLength(1)
    })

    it('a dangling reference, and deleting a referenced record', async () => {
      const database = await orders()
      const refer = `INSERT INTO ${q('order')} (${id}, ${name}, ${q('kind of')}) VALUES (${marks(3)})`
      await expect(run(database, refer, 1, 'a', 7)).rejects.toMatchObject({ status: 400 })
      await run(database, `INSERT INTO ${q('kind')} VALUES (7)`)
      await run(database, refer, 1, 'a', 7)
      const refused = run(database, `DELETE FROM ${q('kind')}`)
      // SQLite does not report which side of a reference was violated.
      await expect(refused).rejects.toMatchObject({ status: on.name === 'SQLite' ? 400 : 409 })
    })

    it('invalid SQL, without quoting the statement', async () => {
      const refused: unknown = await run(shared, 'CREATE TABLE [] sought (').catch((error: unknown) => error)
      expect(refused).toMatchObject({ status: 400, message: expect.not.stringMatching(/CREATE|sought/) })
    })

    it('a second statement in one text', async () => {
      const database = await orders()
      await run(database, `SELECT 1 AS one; DELETE FROM ${q('order')}`).catch(() => {})
      await add(database, 1, 'a', 1)
      await run(database, `SELECT 1 AS one; DROP TABLE ${q('order')}`).catch(() => {})
      expect(await all(database)).toHaveLength(1)
    })

    it('a dropped table, with 404', async () => {
      const database = await orders()
      await all(database)
      await run(database, `DROP TABLE ${q('order')}`)
      await expect(all(database)).rejects.toMatchObject({ status: 404 })
    })

    it('an unknown statement, an ended transaction and a closed database', async () => {
      const { database } = await on.open()
      await orders(database)
      await expect(run(database, 'SELEKT 1')).rejects.toMatchObject({ status: 400 })
      let kept: Session | null = null
      await database.transaction(async (session) => {
        kept = session
      })
      const late = async () => kept !== null && (await all(kept))
      await expect(late()).rejects.toThrow('has ended')
      await database.close()
      await expect(all(database)).rejects.toMatchObject({ status: 503 })
    })
  })

  it('keep integers of any size exact, and texts in any script', async () => {
    const database = await orders()
    const rows = [
      { id: 1, name: 'Ünï€ 😀', size: 9_007_199_254_740_991 },
      { id: 2, name: "'; -- \\", size: 9_007_199_254_740_993n },
      { id: 9_223_372_036_854_775_807n, name: '"`]', size: null },
    ]
    for (const row of rows) await add(database, row.id, row.name, row.size)
    expect(await all(database)).toEqual(rows)
  })

  it('report the number of affected rows, including unchanged ones', async () => {
    const database = await orders()
    for (let count = 0; count < 3; count += 1) await add(database, count, `n${count}`, 1)
    const update = `UPDATE ${q('order')} SET ${size} = ${dialect.placeholder(1)}`
    expect((await run(database, update, 1)).changes).toBe(3)
    expect((await run(database, `DELETE FROM ${q('order')} WHERE ${id} > ${dialect.placeholder(1)}`, 0)).changes).toBe(
      2,
    )
  })

  describe('in a transaction', () => {
    it('are rolled back if the work fails', async () => {
      const database = await orders()
      const failing = database.transaction(async (session) => {
        await add(session, 1, 'a', 1)
        throw new Error('changed my mind')
      })
      await expect(failing).rejects.toThrow('changed my mind')
      expect(await all(database)).toEqual([])
    })

    it('are visible only to the transaction until it ends', async () => {
      const database = await orders()
      await database.transaction(async (session) => {
        await add(session, 1, 'a', 1)
        expect(await all(session)).toHaveLength(1)
        if (on.sharesSession) return
        expect(await all(database)).toEqual([])
      })
      expect(await all(database)).toHaveLength(1)
    })

    it('can be rolled back to a savepoint', async () => {
      const database = await orders()
      const { savepoint } = dialect
      await database.transaction(async (session) => {
        await add(session, 1, 'a', 1)
        await run(session, savepoint.set('mark'))
        await add(session, 1, 'b', 1).catch(() => {})
        await run(session, savepoint.rollback('mark'))
        await add(session, 2, 'b', 1)
        const release = savepoint.release('mark')
        if (release !== null) await run(session, release)
      })
      expect(await all(database)).toHaveLength(2)
    })
  })

  it('keep working after a schema change', async () => {
    const database = await orders()
    await add(database, 1, 'a', 1)
    const whole = `SELECT * FROM ${q('order')}`
    await run(database, whole)
    await database.changeSchema(async (session) => {
      await run(session, `ALTER TABLE ${q('order')} ADD COLUMN ${q('more')} int`)
    })
    expect((await run(database, whole)).rows[0]).toHaveProperty('more', null)
  })

  it('stream every row in order, and stop with the consumer', async () => {
    const database = await orders()
    await database.transaction(async (session) => {
      for (let count = 0; count < 1203; count += 1) await add(session, count, `n${count}`, count)
    })
    const sql = `SELECT ${id} FROM ${q('order')} ORDER BY ${id}`
    const seen: unknown[] = []
    for await (const rows of database.stream({ sql, values: [] })) seen.push(...rows.map((row) => row.id))
    expect(seen).toEqual(Array.from({ length: 1203 }, (_, index) => index))
    for (let count = 0; count < 20; count += 1) {
      for await (const rows of database.stream({ sql, values: [] })) {
        expect(rows.length).toBeGreaterThan(0)
        break
      }
    }
    expect(await all(database)).toHaveLength(1203)
  })

  it('end before their database closes', async () => {
    const { database, config } = await on.open()
    await orders(database)
    let closing: Promise<void> | null = null
    await database.transaction(async (session) => {
      await add(session, 1, 'a', 1)
      closing = database.close()
      await add(session, 2, 'b', 1)
    })
    await closing
    const again = on.engine.open(config)
    expect(await all(again)).toHaveLength(2)
    await again.close()
  })

  it('wait for one another if there are many', async () => {
    const database = await orders()
    await Promise.all(Array.from({ length: 100 }, (_, index) => add(database, index, `n${index}`, index)))
    expect(await all(database)).toHaveLength(100)
  })
})
