import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { SqliteDatabase } from './sqlite-database.ts'

describe('writes that come together', () => {
  let folder: string

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'millwright-writes-'))
    return () => rm(folder, { recursive: true, force: true })
  })

  /** Opens a database of parts, to which several writes came in the turn before. */
  async function busy(...more: readonly string[]) {
    const file = join(folder, 'a.sqlite')
    const database = new SqliteDatabase({ file, statements: [] })
    onTestFinished(() => database.close())
    const run = async (sql: string) => database.run({ sql, values: [] })
    await run('CREATE TABLE part (id integer primary key, qty integer CHECK (qty < 100))')
    for (const sql of more) await run(sql)
    await Promise.all([run('DELETE FROM part'), run('DELETE FROM part')])
    await setImmediate()
    const ids = async () => (await run('SELECT id FROM part ORDER BY id')).rows.map(({ id }) => id)
    const insert = (id: number, qty = 1) => run(`INSERT INTO part VALUES (${id}, ${qty})`)
    return { database, file, run, ids, insert }
  }

  const messages = (settled: readonly PromiseSettledResult<unknown>[]) =>
    settled.map((each) => (each.status === 'fulfilled' ? 'done' : String(each.reason.message)))

  it('are refused each for itself', async () => {
    const { ids, insert, run } = await busy()
    const settled = await Promise.allSettled([
      insert(1),
      insert(1),
      insert(2, 100),
      run('INSERT INTO parts VALUES (1)'),
      run('UPDATE part SET qty = 100 WHERE id = 1'),
      insert(3),
    ])
    expect(settled).toMatchObject([
      { value: { changes: 1, insertedId: 1 } },
      { reason: { violation: { kind: 'unique' } } },
      { reason: { violation: { kind: 'check' } } },
      { reason: { status: 404 } },
      { reason: { violation: { kind: 'check' } } },
      { value: { changes: 1, insertedId: 3 } },
    ])
    expect(await ids()).toEqual([1, 3])
  })

  it('are stored without the one for which SQLite rolls back all', async () => {
    const rolls = `CREATE TRIGGER few BEFORE INSERT ON part WHEN new.qty = 9 BEGIN SELECT RAISE(ROLLBACK, 'Too many.'); END`
    const { ids, insert } = await busy(rolls)
    expect(messages(await Promise.allSettled([insert(1), insert(2, 9), insert(3), insert(4, 9)]))).toEqual([
      'done',
      'Too many.',
      'done',
      'Too many.',
    ])
    expect(await ids()).toEqual([1, 3])
  })

  it('are stored without the one that the commit finds to break a reference', async () => {
    const { ids, insert, run } = await busy(
      'CREATE TABLE use (part integer REFERENCES part (id) DEFERRABLE INITIALLY DEFERRED)',
    )
    const settled = await Promise.allSettled([insert(1), run('INSERT INTO use VALUES (7)'), insert(2)])
    expect(settled).toMatchObject([{ value: {} }, { reason: { violation: { kind: 'foreign-key' } } }, { value: {} }])
    expect([await ids(), (await run('SELECT part FROM use')).rows]).toEqual([[1, 2], []])
  })

  it('outlast a transaction among them that is rolled back', async () => {
    const { database, ids, insert } = await busy()
    const transaction = database.transaction(async (session) => {
      await session.run({ sql: 'INSERT INTO part VALUES (2, 2)', values: [] })
      await setImmediate()
      throw new Error('No.')
    })
    expect(messages(await Promise.allSettled([insert(1), transaction, insert(2), insert(3)]))).toEqual([
      'done',
      'No.',
      'done',
      'done',
    ])
    expect(await ids()).toEqual([1, 2, 3])
  })

  it('wait for another program that writes', async () => {
    const { file, ids, insert } = await busy()
    const other = new DatabaseSync(file)
    other.exec('BEGIN IMMEDIATE; INSERT INTO part VALUES (2, 2)')
    const settling = Promise.allSettled([insert(1), insert(2), insert(3)])
    for (let turns = 0; turns < 9; turns += 1) await setImmediate()
    expect(await ids()).toEqual([])
    other.exec('COMMIT')
    other.close()
    expect(await settling).toMatchObject([{ value: {} }, { reason: { violation: { kind: 'unique' } } }, { value: {} }])
    expect(await ids()).toEqual([1, 2, 3])
  })

  it('are seen once they are answered, and share one commit', async () => {
    const { file, ids, insert } = await busy()
    const before = await commitsIn(`${file}-wal`)
    const writes = [1, 2, 3, 4, 5].map((id) => insert(id))
    expect(await ids()).toEqual([])
    await Promise.race(writes)
    expect(await ids()).toEqual([1, 2, 3, 4, 5])
    await Promise.all(writes)
    expect((await commitsIn(`${file}-wal`)) - before).toBe(1)
  })

  it('are answered when the database is closed', async () => {
    const { database, file, insert } = await busy()
    const writes = Promise.all([insert(1), insert(2)])
    await database.close()
    expect(await writes).toHaveLength(2)
    const other = new DatabaseSync(file)
    onTestFinished(() => other.close())
    expect(other.prepare('SELECT count(*) AS count FROM part').get()).toEqual({ count: 2 })
  })
})

/** The number of commits in a write-ahead log: frames that tell a size of the database. */
async function commitsIn(log: string): Promise<number> {
  const bytes = await readFile(log)
  const page = bytes.readUInt32BE(8)
  let commits = 0
  for (let frame = 32; frame < bytes.length; frame += 24 + page) if (bytes.readUInt32BE(frame + 4) > 0) commits += 1
  return commits
}
