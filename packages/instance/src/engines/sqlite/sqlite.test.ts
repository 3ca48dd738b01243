import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import { TooManyBytes } from '@millwright/connector/engine/rows'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { SqliteDatabase } from './sqlite-database.ts'
import { sqliteProblem } from './sqlite-problem.ts'

describe('a SQLite file', () => {
  let folder: string

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'millwright-database-'))
    return () => rm(folder, { recursive: true, force: true })
  })

  function open(file: string, statements: string[] = [], more: { readonly threadsFrom?: number } = {}) {
    const database = new SqliteDatabase({ file: join(folder, file), statements, ...more })
    onTestFinished(() => database.close())
    const run = async (sql: string) => (await database.run({ sql, values: [] })).rows
    return { database, run }
  }

  it('is named without its folder when it cannot be used or has no room', async () => {
    await writeFile(
      join(folder, 'notes.txt'),
      'no database at all, but a text that is long enough to be taken for one'.repeat(20),
    )
    const { run } = open('notes.txt')
    const message = 'The database notes.txt cannot be used now: the file is not a SQLite database.'
    await expect(run('SELECT 1 FROM a')).rejects.toMatchObject({ status: 503, message })
    const full = Object.assign(new Error('database or disk is full'), { errcode: 13 })
    const place = join(folder, 'a.sqlite')
    for (const errcode of [5, 8, 10, 11, 13, 14, 23, 26]) {
      expect(sqliteProblem(Object.assign(full, { errcode }), place)).toMatchObject({
        message: expect.not.stringContaining(folder),
      })
    }
  })

  it('returns the messages of its triggers', async () => {
    const { run } = open('a.sqlite')
    await run('CREATE TABLE part (qty integer)')
    await run("CREATE TRIGGER few BEFORE INSERT ON part WHEN new.qty > 9 BEGIN SELECT RAISE(ABORT, 'Too many.'); END")
    await expect(run('INSERT INTO part VALUES (10)')).rejects.toMatchObject({ status: 400, message: 'Too many.' })
  })

  describe('that is large', () => {
    const large = () => open('large.sqlite', [], { threadsFrom: 0 })
    const counted =
      'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000) SELECT count(*) AS count FROM n'

    it('refuses reads as others are refused, and still reads after that', async () => {
      const { database, run } = large()
      await run('CREATE TABLE part (id integer primary key, qty integer)')
      await expect(run('SELECT count(*) FROM parts')).rejects.toMatchObject({ status: 404 })
      await expect(run('SELECT count(*), abs(-9223372036854775807 - 1) FROM part')).rejects.toMatchObject({
        status: 400,
        message: 'The database refused the statement: integer overflow.',
      })
      const blobs = { sql: 'SELECT randomblob(50) AS a FROM part WHERE qty > 0', values: [], mostBytes: 99 }
      await run('INSERT INTO part VALUES (1, 1), (2, 2)')
      await expect(database.run(blobs)).rejects.toThrow(TooManyBytes)
      await expect(database.run({ ...blobs, mostBytes: 200 })).resolves.toMatchObject({ rows: { length: 2 } })
    })

    it('is read without holding others, and as it was committed', async () => {
      const { database, run } = large()
      await run('CREATE TABLE part (id integer primary key, qty integer, code blob)')
      await run("INSERT INTO part VALUES (1, 9007199254740993, x'00ff'), (2, 7, NULL)")
      const order: string[] = []
      const long = run(counted).then((rows) => order.push(`counted ${rows[0]?.count}`))
      await setImmediate()
      order.push('another')
      await long
      expect(order).toEqual(['another', 'counted 1000000'])

      const all = () => run('SELECT qty, code FROM part WHERE qty > 0 ORDER BY id')
      expect(await all()).toEqual([
        { qty: 9007199254740993n, code: new Uint8Array([0, 255]) },
        { qty: 7, code: null },
      ])
      await database.transaction(async (session) => {
        await session.run({ sql: 'DELETE FROM part WHERE id = 1', values: [] })
        expect(await all()).toHaveLength(2)
      })
      expect(await all()).toHaveLength(1)
      await database.changeSchema((session) =>
        Promise.resolve(session.run({ sql: 'ALTER TABLE part RENAME COLUMN qty TO amount', values: [] })),
      )
      expect(await run('SELECT * FROM part WHERE amount > 0')).toEqual([{ id: 2, amount: 7, code: null }])
    })

    it('is read at once by a key, and in the order of an index', async () => {
      const { database, run } = large()
      await run('CREATE TABLE part (id integer primary key, qty integer)')
      await run('CREATE INDEX part_qty ON part (qty)')
      const isAtOnce = async (sql: string) => {
        const read = database.run({ sql, values: [] })
        await read
        return !(read instanceof Promise)
      }
      for (const sql of [
        'SELECT qty FROM part WHERE id = 1',
        'SELECT qty FROM part WHERE id IN (SELECT value FROM json_each(?))',
        'SELECT * FROM part ORDER BY id LIMIT 50 OFFSET 0',
        'SELECT id FROM part ORDER BY qty, id LIMIT 50 OFFSET 0',
      ])
        expect([sql, await isAtOnce(sql)]).toEqual([sql, true])
      for (const sql of [
        'SELECT count(*) FROM part',
        'SELECT qty FROM part WHERE qty + 1 = 2 LIMIT 50 OFFSET 0',
        'SELECT * FROM part ORDER BY id LIMIT 50 OFFSET 9',
        'SELECT * FROM part ORDER BY qty + 1 LIMIT 50 OFFSET 0',
        'SELECT qty, COUNT(*) FROM part GROUP BY qty LIMIT 50 OFFSET 0',
      ])
        expect([sql, await isAtOnce(sql)]).toEqual([sql, false])
    })

    it('sorts on the disk what may be larger than the memory', async () => {
      const { run } = large()
      await run('CREATE TABLE part (id integer primary key)')
      expect(await run('SELECT temp_store FROM pragma_temp_store')).toEqual([{ temp_store: 1 }])
    })

    it('answers what waits for a read when it is closed', async () => {
      const { database, run } = large()
      const waiting = run(counted)
      await database.close()
      expect(await waiting).toEqual([{ count: 1_000_000 }])
      await expect(run(counted)).rejects.toMatchObject({ status: 503 })
    })
  })

  describe('is rejected with 503', () => {
    it('if it is not a database', async () => {
      await writeFile(join(folder, 'letter'), 'This is a letter, and not a short one. '.repeat(100))
      await expect(open('letter').run('SELECT 1')).rejects.toMatchObject({
        status: 503,
        message: expect.stringContaining('is not a SQLite database'),
      })
    })

    it('if its folder is a file', async () => {
      await writeFile(join(folder, 'letter'), '')
      await expect(open('letter/a.sqlite').run('SELECT 1')).rejects.toMatchObject({ status: 503 })
    })

    it.each(["ATTACH '{file}' AS other", "VACUUM INTO '{file}'"])(
      'if its statements access another file: %s',
      async (sql) => {
        const file = join(folder, 'other.sqlite')
        await expect(open('a.sqlite', [sql.replace('{file}', file)]).run('SELECT 1')).rejects.toMatchObject({
          status: 503,
          message: expect.stringContaining('must not reach other files'),
        })
        expect(existsSync(file)).toBe(false)
      },
    )

    it('while another program is writing, and works again afterwards', async () => {
      const { run } = open('a.sqlite')
      await run('CREATE TABLE a (id integer)')
      const other = new DatabaseSync(join(folder, 'a.sqlite'))
      other.exec('BEGIN IMMEDIATE')
      await expect(run('INSERT INTO a VALUES (1)')).rejects.toMatchObject({
        status: 503,
        message: expect.stringContaining('another program'),
      })
      other.close()
      await run('INSERT INTO a VALUES (1)')
      expect(await run('SELECT id FROM a')).toEqual([{ id: 1 }])
    })
  })

  it('is created with its parent folders', async () => {
    expect(await open('x/y/z.sqlite').run('SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  it("runs the service's statements on each connection", async () => {
    const { database, run } = open('a.sqlite', [
      'PRAGMA recursive_triggers = on',
      'CREATE TEMP TABLE mine (id integer)',
    ])
    expect(await run('SELECT count(*) AS n FROM mine')).toEqual([{ n: 0 }])
    const streamed = []
    for await (const rows of database.stream({ sql: 'SELECT count(*) AS n FROM mine', values: [] })) streamed.push(rows)
    expect(streamed).toEqual([[{ n: 0 }]])
  })

  it('serializes the writes of several services', async () => {
    const one = open('a.sqlite')
    const other = open('a.sqlite')
    await one.run('CREATE TABLE a (id integer)')
    let waiting: Promise<unknown> | null = null
    await one.database.transaction(async (session) => {
      await session.run({ sql: 'INSERT INTO a VALUES (1)', values: [] })
      waiting = other.run('INSERT INTO a VALUES (2)')
      expect(await other.run('SELECT id FROM a')).toEqual([])
    })
    await waiting
    expect(await one.run('SELECT id FROM a ORDER BY id')).toEqual([{ id: 1 }, { id: 2 }])
  })

  it('preserves the types of numbers in untyped columns', async () => {
    const { database, run } = open('a.sqlite')
    await run('CREATE TABLE a (v)')
    for (const value of [5, 1.5, 2n ** 62n, true, 'x', new Uint8Array([1])]) {
      await database.run({ sql: 'INSERT INTO a VALUES (?)', values: [value] })
    }
    expect((await run('SELECT typeof(v) AS t FROM a')).map(({ t }) => t)).toEqual([
      'integer',
      'real',
      'integer',
      'integer',
      'text',
      'blob',
    ])
  })

  it('rejects a schema change that leaves a dangling reference', async () => {
    const { database, run } = open('a.sqlite')
    await run('CREATE TABLE r (id integer PRIMARY KEY)')
    await run('CREATE TABLE a (r_id integer REFERENCES r (id) ON DELETE CASCADE)')
    await run('INSERT INTO r VALUES (1)')
    await run('INSERT INTO a VALUES (1)')
    const change = database.changeSchema(async (session) => {
      await session.run({ sql: 'DELETE FROM r', values: [] })
    })
    await expect(change).rejects.toMatchObject({ status: 409 })
    expect(await run('SELECT * FROM a JOIN r')).toHaveLength(1)
    await expect(run('INSERT INTO a VALUES (2)')).rejects.toMatchObject({ violation: { kind: 'foreign-key' } })
  })

  it("is described with all of SQLite's peculiarities", async () => {
    const { database, run } = open('a.sqlite')
    await run('CREATE TABLE parent (id integer PRIMARY KEY, "__proto__" text)')
    await run(
      `CREATE TABLE odd (a, b integer, c text GENERATED ALWAYS AS (b || 'x') STORED, d varchar(5) DEFAULT 'it''s', e REFERENCES parent,
        PRIMARY KEY (b, a)) WITHOUT ROWID`,
    )
    await run('CREATE TABLE strict_one (id integer PRIMARY KEY, v any) STRICT')
    await run('CREATE VIRTUAL TABLE words USING fts5 (body)')
    await run('CREATE VIEW broken AS SELECT * FROM nowhere')
    await run('CREATE UNIQUE INDEX part ON odd (d) WHERE b > 1')
    await run('CREATE INDEX computed ON odd (lower(d))')
    const { tables } = await database.introspect()
    expect(tables.map(({ name }) => name)).toEqual(['broken', 'odd', 'parent', 'strict_one', 'words'])
    const [broken, odd, parent] = tables
    expect(broken).toMatchObject({ isView: true, columns: [] })
    expect(parent?.columns.map(({ name }) => name)).toEqual(['id', '__proto__'])
    expect(odd).toMatchObject({
      primaryKey: ['b', 'a'],
      uniques: [],
      indexes: [],
      foreignKeys: [{ columns: ['e'], target: { schema: null, name: 'parent' }, targetColumns: ['id'] }],
    })
    expect(odd?.columns).toMatchObject([
      { name: 'a', dbType: '', nullable: false },
      { name: 'b', autoIncrement: false },
      { name: 'c', generated: true },
      { name: 'd', length: 5, default: { literal: "it's" } },
      { name: 'e' },
    ])
    expect((await database.introspect([{ schema: null, name: 'ODD' }])).tables).toEqual([odd])
  })
})
