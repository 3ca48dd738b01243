import { expect, it } from 'vitest'
import { tableCalls } from '../../subjects/data/databases/suite/calls.ts'
import { serviceOn } from '../../subjects/data/databases/suite/service-on.ts'
import { forEachEngine } from '../../testing/databases/for-each-engine.ts'
import { spelledOn } from '../../testing/databases/library.ts'

const check =
  "state varchar(9) CHECK (state IN ('new', 'it''s paid')), level integer CHECK (level IN (1, 2, -3) OR level IS NULL)"
const tables = {
  sqlite: [
    `CREATE TABLE t (id integer primary key, ${check}, kind text, n integer, CONSTRAINT k CHECK ("kind" IN ('a', 'b')))`,
  ],
  pgsql: [
    `CREATE TYPE mood AS ENUM ('sad', 'ok')`,
    `CREATE DOMAIN sort AS text CHECK (VALUE IN ('a', 'b'))`,
    `CREATE TABLE t (id integer primary key, ${check}, kind sort, mood mood, n integer)`,
  ],
  mysql: [`CREATE TABLE t (id integer primary key, ${check}, kind enum('a','b'), tags set('x','y'), n integer)`],
}

const computed = {
  sqlite: [
    'CREATE TABLE g (id integer primary key, a integer, twice integer AS (a * 2), kept integer AS (a * 3) STORED)',
  ],
  pgsql: ['CREATE TABLE g (id integer primary key, a integer, kept integer GENERATED ALWAYS AS (a * 3) STORED)'],
  mysql: [
    'CREATE TABLE g (id integer primary key, a integer, twice integer AS (a * 2), kept integer AS (a * 3) PERSISTENT)',
  ],
}

interface Field {
  readonly name: string
  readonly picklist: string[] | null
  readonly is_generated?: boolean
  readonly generated_as?: string
  readonly is_enum?: boolean
}

forEachEngine('a column that is limited to a list of values', (on) => {
  async function opened(statements: Readonly<Record<string, readonly string[]>>) {
    const { instance, database } = await serviceOn(on)
    for (const sql of spelledOn(on.engine, statements)) await database.run({ sql, values: [] })
    const as = instance.root
    const fields = async (table: string) =>
      (await instance.send<{ field: Field[] }>('GET', `db/_schema/${table}`, { as })).body.field
    const properties = async (record: string) => {
      type Documented = { components: { schemas: Record<string, { properties: Record<string, object> }> } }
      const { body } = await instance.send<Documented>('GET', 'api_docs/db?openapi=3.1', { as })
      return body.components.schemas[record]?.properties
    }
    return { ...tableCalls(instance), instance, fields, properties }
  }

  it('names the field, the value and what is allowed when it refuses one', async () => {
    const { call, refusal, list } = await opened(tables)
    await call('POST', 't', { resource: [{ id: 1, state: 'new', kind: 'a', level: -3 }] })
    expect(await refusal('PATCH', 't/1', { state: 'gone' })).toBe(
      "400 Field 'state' must be one of: new, it's paid; it is 'gone'.",
    )
    expect(await refusal('PATCH', 't/1', { level: 4 })).toBe("400 Field 'level' must be one of: 1, 2, -3; it is '4'.")
    expect(await refusal('PATCH', 't/1', { kind: 'c'.repeat(300) })).toBe(
      `400 Field 'kind' must be one of: a, b; it is '${'c'.repeat(100)}…'.`,
    )
    expect(await refusal('PATCH', 't/1', { kind: 1 })).toContain("400 Field 'kind' must be one of: a, b")
    if (on.name === 'PostgreSQL') {
      expect(await refusal('PATCH', 't/1', { mood: 'Ok' })).toContain("400 Field 'mood' must be one of: sad, ok")
      expect(await refusal('GET', `t?filter=${encodeURIComponent('mood = "bad"')}`)).toContain(
        'must be one of: sad, ok',
      )
    }
    if (on.name === 'MariaDB') {
      expect(await refusal('PATCH', 't/1', { tags: 'x,z' })).toBe("400 Field 'tags' must be one of: x, y; it is 'z'.")
      expect((await call('PATCH', 't/1', { tags: ['y', 'x'], kind: 'B' })).status).toBe(200)
      expect(await list('t?fields=tags,kind')).toEqual([{ tags: 'x,y', kind: 'b' }])
    }
    expect((await call('PATCH', 't/1', { state: "it's paid", level: null, kind: null, n: 9 })).status).toBe(200)
    expect(await list('t?fields=state,level,kind,n')).toEqual([{ state: "it's paid", level: null, kind: null, n: 9 }])
  })

  it('is compared with what its type knows, and with anything if only a check limits it', async () => {
    const { refusal, list, call } = await opened(tables)
    await call('POST', 't', { resource: [{ id: 1, state: 'new', level: 2 }] })
    const filtered = (filter: string) => `t?fields=id&filter=${encodeURIComponent(filter)}`
    const type = { SQLite: null, PostgreSQL: ['mood', 'sad, ok'], MariaDB: ['kind', 'a, b'] }[on.name]
    if (type !== null && type !== undefined) {
      const [field, allowed] = type
      const says = `400 Field '${field}' must be one of: ${allowed}; it is 'bad'.`
      expect(await refusal('GET', filtered(`${field} = bad`))).toBe(says)
      expect(await refusal('GET', filtered(`${field} != bad or id = 1`))).toBe(says)
      expect(await refusal('GET', filtered(`${field} in (${allowed}, bad)`))).toBe(says)
      expect(await refusal('DELETE', filtered(`not (${field} > bad)`))).toBe(says)
      expect(await list(filtered(`${field} in (${allowed})`))).toEqual([])
      expect(await list(filtered(`${field} starts with bad`))).toEqual([])
    }
    if (on.name === 'MariaDB') {
      const says = "400 Field 'tags' must be one of: x, y; it is 'z'."
      expect(await refusal('GET', filtered("tags = 'x,z'"))).toBe(says)
      await call('POST', 't', { resource: [{ id: 2, kind: 'b', tags: 'x,y' }] })
      expect(await list(filtered("tags = 'X,Y' and kind = B"))).toEqual([{ id: 2 }])
      expect(await list(filtered("kind = ''"))).toEqual([])
    }
    expect(await list(filtered('state = gone or level = 4'))).toEqual([])
    expect(await list(filtered('state != gone and level < 4'))).toEqual([{ id: 1 }])
  })

  it('lists the values in its description', async () => {
    const { fields, properties, instance } = await opened(tables)
    const picklists = async () => Object.fromEntries((await fields('t')).map(({ name, picklist }) => [name, picklist]))
    const lists = { id: null, state: ['new', "it's paid"], level: ['1', '2', '-3'], kind: ['a', 'b'], n: null }
    expect(await picklists()).toMatchObject(lists)
    const closed = async () => (await fields('t')).flatMap(({ name, is_enum }) => (is_enum === true ? [name] : []))
    const enums = ['state', 'level', 'kind', ...(on.name === 'PostgreSQL' ? ['mood'] : [])]
    expect(await closed()).toEqual(enums)
    expect(await properties('T')).toMatchObject({
      state: { enum: ['new', "it's paid", null] },
      level: { enum: [1, 2, -3, null] },
      kind: { enum: ['a', 'b', null] },
    })
    if (on.name === 'PostgreSQL') expect(await properties('T')).toMatchObject({ mood: { enum: ['sad', 'ok', null] } })
    if (on.name === 'MariaDB') expect(await picklists()).toMatchObject({ tags: ['x', 'y'] })
    const described = await instance.send<{ field: Field[] }>('GET', 'db/_schema/t', { as: instance.root })
    expect(await instance.send('PUT', 'db/_schema/t', { as: instance.root, body: described.body })).toMatchObject({
      status: 200,
    })
    expect(await picklists()).toMatchObject(lists)
    expect(await closed()).toEqual(enums)
    const suggested = { name: 'state', picklist: ['new'] }
    await instance.send('PATCH', 'db/_schema/t/_field', { as: instance.root, body: suggested })
    expect(await closed()).toEqual(enums.slice(1))
  })

  it('is told apart from one that the database computes, which cannot be written', async () => {
    const { call, fields, properties, refusal, list } = await opened(computed)
    const names = (await fields('g')).flatMap(({ name, is_generated }) => (is_generated === true ? [name] : []))
    expect(names).toEqual(on.name === 'PostgreSQL' ? ['kept'] : ['twice', 'kept'])
    const expression = (await fields('g')).find(({ name }) => name === 'kept')?.generated_as
    expect(expression?.replace(/[()`\s]/g, '')).toBe('a*3')
    for (const name of names) {
      expect((await properties('G'))?.[name]).toMatchObject({ readOnly: true })
      expect((await properties('NewG'))?.[name]).toBeUndefined()
    }
    await call('POST', 'g', { resource: [{ id: 1, a: 2, kept: null }] })
    expect(await refusal('PATCH', 'g/1', { kept: 7 })).toBe(
      "400 Field 'kept' is computed by the database and cannot be written.",
    )
    expect(await list('g?fields=kept')).toEqual([{ kept: 6 }])
  })

  it('is filled by the database in a record without any value', async () => {
    const { call, list, refusal } = await opened({
      sqlite: ["CREATE TABLE d (a integer DEFAULT 5, b text DEFAULT 'x')"],
      pgsql: ["CREATE TABLE d (a integer DEFAULT 5, b text DEFAULT 'x')"],
      mysql: ["CREATE TABLE d (a integer DEFAULT 5, b varchar(5) DEFAULT 'x')"],
    })
    expect((await call('POST', 'd', { resource: [{}, {}] })).status).toBe(200)
    expect(await list('d')).toEqual([
      { a: 5, b: 'x' },
      { a: 5, b: 'x' },
    ])
    expect(await refusal('POST', 'd', { resource: [{ c: 1 }] })).toContain('400')
  })
})
