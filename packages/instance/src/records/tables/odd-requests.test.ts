import { expect, it } from 'vitest'
import { tableCalls } from '../../subjects/data/databases/suite/calls.ts'
import { serviceOn } from '../../subjects/data/databases/suite/service-on.ts'
import { forEachEngine } from '../../testing/databases/for-each-engine.ts'
import { execute } from '../../testing/databases/library.ts'
import { sqlite } from '../../testing/databases/test-engines.ts'

forEachEngine('a table with unusual names and no rows', (on) => {
  it('is sorted by a name with a comma, and has its header line as CSV', async () => {
    const { instance, database } = await serviceOn(on)
    const { list, refusal } = tableCalls(instance)
    const place = { database, engine: on.engine }
    await execute(place, 'CREATE TABLE [o] ([id] integer PRIMARY KEY, [with,comma] integer)')
    const csv = async (query: string) => {
      const { body, status } = await instance.send('GET', `db/_table/o?${query}`, { as: instance.root })
      expect(status).toBe(200)
      return body
    }
    expect(await csv('file=o.csv')).toBe('id,"with,comma"\n')
    expect(await csv('file=o.csv&limit=5&fields=id')).toBe('id\n')
    await execute(place, 'INSERT INTO [o] VALUES (1, 5), (2, 4)')
    expect(await list(`o?fields=id&order=${encodeURIComponent('"with,comma" desc, id')}`)).toEqual([
      { id: 1 },
      { id: 2 },
    ])
    expect(await list(`o?fields=id&order=${encodeURIComponent('"with,comma"')}`)).toEqual([{ id: 2 }, { id: 1 }])
    expect(await refusal('GET', 'o?order=with,comma')).toContain('400')
  })
})

forEachEngine('a table with fields named like options', (on) => {
  it('takes them from a bare record, and options from beside a list', async () => {
    const { instance, database } = await serviceOn(on)
    const { send, root: as } = instance
    const columns = ['related', 'ids', 'resource'].map((name) => `[${name}] varchar(20)`).join(', ')
    await execute({ database, engine: on.engine }, `CREATE TABLE [named] ([id] integer PRIMARY KEY, ${columns})`)
    const sent = (verb: 'POST' | 'PATCH', path: string, body: object) =>
      send(verb, `db/_table/named${path}`, { as, body })
    expect(await sent('POST', '', { id: 1, related: 'a', ids: 'b', resource: 'c' })).toMatchObject({ status: 200 })
    expect(await sent('PATCH', '/1?fields=*', { ids: '5', related: 'x' })).toMatchObject({
      status: 200,
      body: { id: 1, related: 'x', ids: '5', resource: 'c' },
    })
    expect(await sent('PATCH', '', { ids: [1], resource: [{ resource: 'y' }], fields: '*' })).toMatchObject({
      status: 200,
      body: { resource: [{ id: 1, related: 'x', ids: '5', resource: 'y' }] },
    })
    expect((await sent('PATCH', '', { resource: [{ id: 1, ids: 'z' }], related: 'nothing' })).status).toBe(400)
  })
})

forEachEngine(
  'a SQLite file with a reference to a missing table',
  (on) => {
    it('can be changed and read, and told from what a change breaks', async () => {
      const { instance, database } = await serviceOn(on)
      const { list } = tableCalls(instance)
      const { send, root: as } = instance
      for (const sql of [
        'PRAGMA foreign_keys = off',
        'CREATE TABLE lost (id integer primary key, at integer REFERENCES nowhere(id))',
        'INSERT INTO lost VALUES (1, 7)',
        'PRAGMA foreign_keys = on',
      ])
        await database.run({ sql, values: [] })
      const field = [{ name: 'id', type: 'id' }]
      const made = await send('POST', 'db/_schema', { as, body: { resource: [{ name: 'other', field }] } })
      expect(made).toMatchObject({ status: 200, body: { resource: [{ name: 'other' }] } })
      expect(await list('lost?related=*')).toEqual([{ id: 1, at: 7 }])
    })

    it('is not named with its path when it cannot be used', async () => {
      const { instance } = await serviceOn(on)
      const { send, root: as } = instance
      const broken = { name: 'broken', label: 'Broken', type: 'sqlite', is_active: true }
      const database = '/dev/null/secret-folder/a.sqlite'
      await send('POST', 'system/service', { as, body: { ...broken, config: { database } } })
      const { status, body } = await send('GET', 'broken/_table', { as })
      expect(status).toBe(503)
      expect(JSON.stringify(body)).not.toContain('secret-folder')
    })
  },
  [sqlite],
)
