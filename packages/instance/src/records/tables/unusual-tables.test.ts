import { beforeAll, expect, it } from 'vitest'
import { tableCalls } from '../../subjects/data/databases/suite/calls.ts'
import { sharedServiceOn } from '../../subjects/data/databases/suite/service-on.ts'
import { forEachEngine } from '../../testing/databases/for-each-engine.ts'
import { execute, spelledOn } from '../../testing/databases/library.ts'
import { postgres } from '../../testing/databases/test-engines.ts'

const counted = {
  sqlite: 'integer NOT NULL PRIMARY KEY AUTOINCREMENT',
  pgsql: 'serial NOT NULL PRIMARY KEY',
  mysql: 'integer NOT NULL AUTO_INCREMENT PRIMARY KEY',
  sqlsrv: 'integer NOT NULL IDENTITY PRIMARY KEY',
}

forEachEngine('tables with unusual names and keys', (on) => {
  const { instance, database } = sharedServiceOn(on)
  const run = (sql: string) => execute({ database, engine: on.engine }, sql)
  const { call, list, refusal } = tableCalls(instance)
  const text = on.engine.name === 'mysql' ? 'varchar(40)' : 'text'
  beforeAll(async () => {
    await run(`CREATE TABLE [tag] ([code] ${text} NOT NULL PRIMARY KEY, [note] varchar(20))`)
    await run(
      'CREATE TABLE [ledger] ([Order ID] integer NOT NULL PRIMARY KEY, [Price (net)] integer, [is new] integer)',
    )
    await run(`CREATE TABLE [ticket] ([id] ${spelledOn(on.engine, counted)})`)
    await run('INSERT INTO [ledger] VALUES (1, 10, 0)')
    await run('INSERT INTO [ledger] VALUES (2, 20, 1)')
  })

  it('find records by keys that contain commas', async () => {
    for (const code of ['x,y', 'x', 'a/b, c'])
      expect((await call('POST', 'tag', { code })).body.resource).toEqual([{ code }])
    for (const code of ['x,y', 'a/b, c']) {
      const path = `tag/${encodeURIComponent(code)}`
      expect((await call('GET', path)).body).toEqual({ code, note: null })
      expect((await call('PATCH', path, { note: 'n' })).status).toBe(200)
      expect((await call('GET', path)).body).toEqual({ code, note: 'n' })
      expect((await call('DELETE', path)).status).toBe(200)
    }
    expect(await refusal('GET', 'tag/x%2Cz')).toMatch(/^404/)
    expect((await call('GET', 'ledger/1,2?fields=Order ID')).body).toEqual({ 'Order ID': 1 })
  })

  it.each(['Order ID', '"Order ID"', '[Order ID]', '`Order ID`'])(
    'accept a column with a blank as %s',
    async (name) => {
      const found = [{ 'Order ID': 2, 'is new': 1 }]
      const encoded = encodeURIComponent(name)
      const price = '[Price (net)] > 10'
      expect(await list(`ledger?fields=${encoded},is new&filter=${encodeURIComponent(`${name} = 2`)}`)).toEqual(found)
      expect(
        await list(`ledger?fields=${encoded},is new&filter=${encodeURIComponent(`(${name} in (1,2)) and is new = 1`)}`),
      ).toEqual(found)
      expect(await list(`ledger?fields=Order ID&order=${encoded} desc&filter=${encodeURIComponent(price)}`)).toEqual([
        { 'Order ID': 2 },
      ])
      expect(await list(`ledger?id_field=${encoded}&as_list=true`)).toEqual([1, 2])
      expect(await list(`ledger?fields=${encoded}&group=${encoded}`)).toHaveLength(2)
    },
  )

  it('create records that consist of a generated number only', async () => {
    const made = await Promise.all([{}, { resource: [{}] }, [{ id: null }]].map((body) => call('POST', 'ticket', body)))
    for (const { body } of made) expect(body.resource).toEqual([{ id: expect.any(Number) }])
    expect((await call('POST', 'ticket', [{}, {}, { id: 70 }])).body.resource).toMatchObject([{}, {}, { id: 70 }])
    expect(await list('ticket')).toHaveLength(6)
    expect(await refusal('POST', 'ticket', [])).toMatch(/^400 No record/)
    expect(await refusal('POST', 'ledger', {})).toMatch(/^400 No record/)
  })

  it('accept lists as repeated parameters', async () => {
    expect(await list('ledger?fields=Order ID&fields=is new&limit=1')).toEqual([{ 'Order ID': 1, 'is new': 0 }])
    expect(await list('ledger?fields[]=Order ID&fields[]=is new&limit=1')).toEqual([{ 'Order ID': 1, 'is new': 0 }])
    expect(await list('ledger?ids=1&ids=2&fields=is new')).toEqual([{ 'is new': 0 }, { 'is new': 1 }])
    expect(await list('ledger?order=is new desc&order=Order ID&fields=Order ID')).toEqual([
      { 'Order ID': 2 },
      { 'Order ID': 1 },
    ])
    expect((await call('PATCH', 'ledger?ids=1&ids=2', { 'is new': 5 })).status).toBe(200)
    expect(await list('ledger?fields=is new')).toEqual([{ 'is new': 5 }, { 'is new': 5 }])
  })
})

forEachEngine(
  'tables whose inserts are rewritten by rules',
  (on) => {
    const { instance, database } = sharedServiceOn(on)
    const { call, list, clear } = tableCalls(instance)
    beforeAll(async () => {
      for (const sql of [
        'CREATE TABLE measure (id serial PRIMARY KEY, what text NOT NULL)',
        'CREATE TABLE measure_old (CHECK (id < 100)) INHERITS (measure)',
        'CREATE TABLE said (what text)',
        "CREATE RULE old AS ON INSERT TO measure WHERE NEW.what = 'old' DO INSTEAD INSERT INTO measure_old VALUES (NEW.id, NEW.what)",
        'CREATE RULE told AS ON INSERT TO measure DO ALSO INSERT INTO said VALUES (NEW.what)',
        'CREATE TABLE exact (id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, what text)',
        'CREATE RULE never AS ON INSERT TO exact WHERE false DO INSTEAD NOTHING',
        'CREATE TABLE named (code text PRIMARY KEY)',
        'CREATE RULE never AS ON INSERT TO named WHERE false DO INSTEAD NOTHING',
      ])
        await execute({ database, engine: on.engine }, sql)
    })

    it('return the keys of created records', async () => {
      const made = await call('POST', 'measure', [{ what: 'old' }, { what: 'new' }])
      const [first, second] = made.body.resource as [{ id: number }, { id: number }]
      expect(await list(`measure?ids=${second.id},${first.id}`)).toEqual([
        { id: second.id, what: 'new' },
        { id: first.id, what: 'old' },
      ])
      expect(
        (await call('POST', 'measure?fields=*&rollback=true', [{ what: 'a' }, { id: 90, what: 'b' }])).body,
      ).toMatchObject({
        resource: [
          { id: expect.any(Number), what: 'a' },
          { id: 90, what: 'b' },
        ],
      })
      expect((await call('POST', 'exact', { what: 'x' })).body).toEqual({ resource: [{ id: 1 }] })
      expect((await call('POST', 'named', { code: 'x' })).body).toEqual({ resource: [{ code: 'x' }] })
      await clear('measure', 'exact', 'named')
    })
  },
  [postgres],
)
