import { beforeAll, expect, it } from 'vitest'
import { sharedServiceOn } from '../../subjects/data/databases/suite/service-on.ts'
import { forEachEngine } from '../../testing/databases/for-each-engine.ts'
import { makeLibrary } from '../../testing/databases/library.ts'

forEachEngine('reading records', (on) => {
  const { instance, database } = sharedServiceOn(on, { max_records: 3 })
  beforeAll(() => makeLibrary({ database, engine: on.engine }))
  const get = async (path: string, body?: unknown) => {
    const options = { as: instance.root, headers: { 'x-http-method': 'GET' } }
    const answer = await instance.send(body === undefined ? 'GET' : 'POST', `db/_table/${path}`, { ...options, body })
    return { status: answer.status, ...(answer.body as { error?: { message: string } }), body: answer.body }
  }
  const rows = async (path: string, body?: unknown) => {
    const { body: answer } = await get(path, body)
    return (answer as { resource?: unknown[] }).resource ?? answer
  }

  it.each([
    ['nosuch', 404, 'nosuch'],
    ['author/99', 404, '99'],
    ['author/x', 404, 'x'],
    ['author/9223372036854775808', 404, '9223372036854775808'],
    ['shelf/1', 400, 'floor'],
    ['cheap/1', 400, 'id_field'],
    ['author?fields=id,nosuch', 400, 'nosuch'],
    ['author?order=nosuch', 400, 'nosuch'],
    ['author?order=name;drop', 400, 'name;drop'],
    ['author?group=nosuch', 400, 'nosuch'],
    ['author?fields=name,COUNT(*)', 400, 'name'],
    ['author?fields=SUM(nosuch)', 400, 'nosuch'],
    ['author?filter=nosuch=1', 400, 'nosuch'],
    ['author?filter=born=old', 400, 'born'],
    ['author?related=nosuch', 400, 'nosuch'],
    ['author?limit=few', 400, 'limit'],
    ['author?having=x', 400, 'having'],
    ['author?id_field=nosuch&ids=1', 400, 'nosuch'],
  ])('rejects %s with %d', async (path, status, named) => {
    const { status: answered, error } = await get(path)
    expect(answered).toBe(status)
    expect(error?.message).toContain(named)
  })

  it('reports which of several ids is missing, and what was found before it', async () => {
    const { status, body } = await get('author?ids=1,99,2&fields=name')
    expect(status).toBe(400)
    const missing = { code: 404, context: null, message: "Record with identifier '99' not found.", status_code: 404 }
    expect(body).toMatchObject({ error: { code: 1000, context: { error: [1], resource: [{ name: 'Ann' }, missing] } } })
    const goOn = await get('author?ids=1,99,2&fields=name&continue=true')
    expect(goOn.body).toMatchObject({ error: { context: { resource: [{ name: 'Ann' }, missing, { name: 'Ben' }] } } })
  })

  it('returns at most as many records as the service allows, in the order of the key, and reports when there are more', async () => {
    const { body } = await get('author?fields=id')
    expect(body).toEqual({ resource: [{ id: 1 }, { id: 2 }, { id: 3 }], meta: { count: 4, next: 3 } })
    expect((await get('author?fields=id&limit=2')).body).toEqual({ resource: [{ id: 1 }, { id: 2 }] })
    expect((await get('author?fields=id&limit=500&skip=3')).body).toEqual({ resource: [{ id: 4 }], meta: { count: 4 } })
    expect((await get('author?fields=id&limit=2&offset=1&include_count=true')).body).toEqual({
      resource: [{ id: 2 }, { id: 3 }],
      meta: { count: 4, next: 3 },
    })
    expect((await get('author?fields=id&offset=9&include_count=1')).body).toEqual({ resource: [], meta: { count: 4 } })
    expect((await get('author?count_only=true&filter=born=1950')).body).toBe(2)
  })

  it('saves all records as a file, whatever the page limit', async () => {
    expect((await get('author?fields=id,NAME&file=all.csv')).body).toBe('id,name\n1,Ann\n2,Ben\n3,Cleo\n4,Dora\n')
    expect((await get('author?fields=id&file=some.csv&limit=2')).body).toBe('id\n1\n2\n')
  })

  it('reads one record by its key, by a composite key, and by other fields', async () => {
    expect((await get('author/2')).body).toEqual({ id: 2, name: 'Ben', born: null })
    expect((await get('author/2,1?fields=name')).body).toEqual({ name: 'Ben' })
    expect((await get('author/Cleo?id_field=name')).body).toEqual({ id: 3, name: 'Cleo', born: 1970 })
    expect((await get('cheap/4?id_field=id')).body).toEqual({ id: 4, Price: 7.25 })
    expect(await rows('author?ids=3,1,3&fields=name')).toEqual([{ name: 'Cleo' }, { name: 'Ann' }, { name: 'Cleo' }])
    expect(await rows('author', { ids: [2, '1'] })).toMatchObject([{ name: 'Ben' }, { name: 'Ann' }])
    expect(await rows('author', { resource: [{ id: 4 }] })).toMatchObject([{ name: 'Dora' }])
    const keys = [
      { floor: 2, place: 'a' },
      { floor: 1, place: 'b' },
    ]
    expect(await rows('shelf?fields=label', { ids: keys })).toEqual([{ label: 'plays' }, { label: 'poems' }])
  })

  it('finds ten thousand ids', async () => {
    const ids = Array.from({ length: 10_000 }, (_, index) => (index % 4) + 1)
    expect(await rows('author?fields=id', { ids })).toEqual(ids.map((id) => ({ id })))
    const pairs = ids.map((id) => ({ floor: (id % 2) + 1, place: 'a' }))
    expect(await rows('shelf?fields=floor', { ids: pairs })).toHaveLength(10_000)
    const names = ids.map((id) => `n${id}`)
    expect(await rows('author', { filter: `name in (${names.join(',')})` })).toEqual([])
  })

  it('accepts field names in any case, and names that need quotes', async () => {
    expect(await rows('book?fields="ODD ""name, 1",price&limit=1')).toEqual([{ 'odd "name, 1': 'Alpha', Price: 5.5 }])
    expect(await rows('book', { fields: ['odd "name, 1'], filter: `"odd ""name, 1" = 'Beta'` })).toEqual([
      { 'odd "name, 1': 'Beta' },
    ])
  })

  it('orders with nulls as requested', async () => {
    const order = async (by: string) =>
      ((await rows(`author?fields=id&order=${by}`)) as { id: number }[]).map(({ id }) => id)
    expect(await order('name desc')).toEqual([4, 3, 2])
    expect(await order('born nulls first, id desc')).toEqual([2, 4, 1])
    expect(await order('born desc nulls last, name desc')).toEqual([3, 4, 1])
    expect(await order('born asc nulls last')).toEqual([1, 4, 3])
  })

  it('groups and aggregates', async () => {
    expect(await rows('author?group=born&order=born nulls first')).toEqual([
      { born: null },
      { born: 1950 },
      { born: 1970 },
    ])
    const summed =
      'book?fields=author_id,COUNT(*),SUM(price),MIN(Price)&group=author_id&filter=author_id is not null&order=author_id'
    expect((await get(`${summed}&include_count=true`)).body).toEqual({
      resource: [
        { author_id: 1, COUNT_ALL: 2, SUM_Price: 17.5, MIN_Price: 5.5 },
        { author_id: 2, COUNT_ALL: 1, SUM_Price: null, MIN_Price: null },
      ],
      meta: { count: 2 },
    })
    expect(await rows('author?fields=COUNT(*),AVG(id)')).toEqual([{ COUNT_ALL: 4, AVG_id: 2.5 }])
  })

  it('lists ids only', async () => {
    expect(await rows('author?as_list=true&order=name desc')).toEqual([4, 3, 2])
    expect(await rows('author?as_list=true&id_field=name&limit=2')).toEqual(['Ann', 'Ben'])
    expect(await rows('shelf?as_list=true')).toEqual(['(1,a)', '(1,b)', '(2,a)'])
  })

  it('reads options from the body, with precedence for the URL', async () => {
    const body = { filter: 'born = :b', params: { ':b': 1950 }, fields: ['name'], order_by: 'name desc', limit: 2 }
    expect(await rows('author', body)).toEqual([{ name: 'Dora' }, { name: 'Ann' }])
    expect(await rows('author?fields=id&limit=1', body)).toEqual([{ id: 4 }])
    expect(await rows('author?filter=name=:n&params[:n]=Ben&fields=name')).toEqual([{ name: 'Ben' }])
  })

  it('describes the table along with its records', async () => {
    const { meta } = (await get('author?limit=1&include_schema=true')).body as { meta: { schema: { field: object[] } } }
    expect(meta).toMatchObject({
      schema: { name: 'author', primary_key: ['id'], field: [{ name: 'id' }, { name: 'name' }, { name: 'born' }] },
    })
    expect(meta.schema).not.toHaveProperty('access')
  })

  it('lists tables', async () => {
    const names = ['author', 'book', 'book_tag', 'card', 'cheap', 'shelf', 'tag']
    expect(await rows('')).toEqual(names.map((name) => ({ name })))
    expect(await rows('?as_list=true')).toEqual(names)
    expect(await rows('?ids=cheap&fields=name,is_view')).toEqual([{ name: 'cheap', is_view: true }])
    expect((await get('?ids=nosuch')).status).toBe(404)
  })
})
