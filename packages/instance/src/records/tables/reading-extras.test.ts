import { beforeAll, expect, it } from 'vitest'
import { sharedServiceOn } from '../../subjects/data/databases/suite/service-on.ts'
import { forEachEngine } from '../../testing/databases/for-each-engine.ts'
import { makeLibrary } from '../../testing/databases/library.ts'

forEachEngine('reading with extras of administrators', (on) => {
  const { instance, database } = sharedServiceOn(on)
  const { send, root } = instance
  beforeAll(() => makeLibrary({ database, engine: on.engine }))
  const schema = async (path: string, body: object) => {
    const answer = await send('PATCH', `db/_schema/${path}`, { as: root, body })
    expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 })
  }
  const get = async (path: string) => {
    const { body } = await send('GET', `db/_table/${path}`, { as: root })
    return (body as { resource?: unknown }).resource ?? body
  }
  const virtual = (name: string, type: string, use: string[], text: string, is_aggregate = false) => ({
    name,
    type,
    is_virtual: true,
    is_aggregate,
    db_function: [{ use, function: text, function_type: 'database' }],
  })
  beforeAll(async () => {
    await schema('author', {
      alias: 'Writers',
      field: [
        { name: 'born', alias: 'birth year' },
        {
          name: 'name',
          db_function: [
            { use: ['SELECT'], function: 'upper(name)' },
            { use: ['FILTER'], function: 'lower(name)' },
          ],
        },
        virtual('age', 'integer', ['SELECT'], '2026 - born'),
        virtual('most', 'integer', ['SELECT'], 'max(born)', true),
      ],
    })
    await schema('book/_related/author_by_author_id', { alias: 'writer', always_fetch: true })
  })

  it('finds a table only by its alias', async () => {
    expect(await get('author')).toMatchObject({ error: { code: 404 } })
    expect(await get('writers/1')).toEqual({ id: 1, name: 'ANN', 'birth year': 1950, age: 76 })
    expect(await get('?ids=Writers')).toEqual([{ name: 'Writers' }])
  })

  it('reads, filters, orders and groups by functions and aliases', async () => {
    expect(await get('Writers?filter=name="ann"&fields=id')).toEqual([{ id: 1 }])
    expect(await get('Writers?filter=name="Ann"&fields=id')).toEqual(on.name === 'MariaDB' ? [{ id: 1 }] : [])
    expect(await get('Writers?filter=age > 60&order=age,id desc&fields=id')).toEqual([{ id: 4 }, { id: 1 }])
    expect(await get('Writers?fields=id&filter="birth year"=1970&order=birth year desc')).toEqual([{ id: 3 }])
    expect(
      await get('Writers?fields=birth year,COUNT(*)&group=birth year&filter=age is not null&order=birth year'),
    ).toEqual([
      { 'birth year': 1950, COUNT_ALL: 2 },
      { 'birth year': 1970, COUNT_ALL: 1 },
    ])
  })

  it('computes aggregates only on request', async () => {
    expect(await get('Writers?fields=most')).toEqual([{ most: 1970 }])
    expect(await get('Writers?fields=id,most')).toMatchObject({ error: { code: 400 } })
    expect(await get('Writers?filter=most=1970')).toMatchObject({ error: { code: 400 } })
  })

  it('embeds relations that are always fetched, under their alias', async () => {
    expect(await get('book/3?fields=id')).toEqual({
      id: 3,
      author_id: 2,
      writer: { id: 2, name: 'BEN', 'birth year': null, age: null },
    })
    expect(await get('book/4?related=WRITER&writer_fields=name')).toMatchObject({ writer: null })
    expect(await get('book?count_only=true')).toBe(4)
  })

  it('describes the table with aliases', async () => {
    const { body } = await send('GET', 'db/_table/Writers?include_schema=true&limit=1', { as: root })
    expect(body).toMatchObject({
      meta: { schema: { name: 'Writers', field: [{}, {}, { name: 'birth year' }, {}, {}] } },
    })
  })
})
