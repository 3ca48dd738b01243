import { afterAll, describe, expect, it } from 'vitest'
import { fixture } from '../../../../testing/fixture.ts'
import { sharedInstance } from '../../../../testing/test-instance.ts'
import { openMongodbStandIn } from './mongodb-stand-in.ts'
import { suiteDocuments } from './suite-databases.ts'

const instance = sharedInstance()
const { send, root: as, make } = instance
let services = 0

async function serviceOn(type: string, config: object) {
  services += 1
  const name = `papers${services}`
  const body = { resource: [{ name, label: name, type, is_active: true, config }] }
  const made = await send<{ resource: [{ id: number }] }>('POST', 'system/service', { as, body })
  expect(made.status).toBe(201)
  return { name, id: made.body.resource[0].id }
}

interface Listed {
  readonly resource: readonly Record<string, unknown>[]
  readonly meta?: { readonly count: number; readonly next?: number }
}

describe.each(suiteDocuments)('documents in $name', ({ type, answers, open, creates, adds = {} }) => {
  if (!answers) return it.skipIf(!answers)('with a reachable server', () => {})
  const database = fixture(
    () => open(instance),
    ({ drop }) => drop(),
  )
  const service = fixture(() => serviceOn(type, database.config))
  const call = (verb: string, path: string, body?: unknown) =>
    send<Listed>(verb, `${service.name}/${path}`, { as, ...(body !== undefined && { body }) })
  const create = async (...names: string[]) => {
    if (!creates) return
    const { status } = await call('POST', '_schema', { resource: names.map((name) => ({ ...creates, name })) })
    expect(status).toBe(200)
  }
  const filtered = async (filter: string) => {
    const { status, body } = await call(
      'GET',
      `_table/people?order=name&fields=name&filter=${encodeURIComponent(filter)}`,
    )
    return status === 200 ? body.resource.map((each) => each.name) : status
  }

  const people = [
    { _id: 'ann', name: 'Ann', age: 41, address: { city: 'Wien', zip: '1010' }, tags: ['a', 'b'], active: true },
    { _id: 'bob', name: 'Bob', age: 23, address: { city: 'Graz' }, tags: [], active: false },
    { _id: 'cy', name: 'Cy (a.b)*', age: null, note: '5% off' },
  ]

  it('rejects names that could be operators or paths, and unsupported options', async () => {
    await create('refused')
    for (const record of [
      { $where: 'true' },
      { a: { $gt: '' } },
      { a: [{ $function: {} }] },
      { 'a.b': 1 },
      { '': 1 },
      5,
    ]) {
      expect([record, (await call('POST', '_table/refused', { resource: [record] })).status]).toEqual([record, 400])
    }
    let deep: unknown = 1
    for (let depth = 0; depth < 200; depth += 1) deep = { deep }
    expect((await call('POST', '_table/refused', { resource: [deep] })).status).toBe(400)
    for (const query of [
      'filter=$where="1"',
      'filter=a.$gt=1',
      'filter=nope ~~ 3',
      'order=$a',
      'fields=a.$b',
      'group=a',
      'related=x',
      'id_field=a',
      'filter=a like ":p"',
      'filter=a=:p',
      `filter=a like "${'%a'.repeat(40)}"`,
    ]) {
      expect([query, (await call('GET', `_table/refused?${encodeURI(query)}`)).status]).toEqual([
        query,
        query.includes('":p"') ? 200 : 400,
      ])
    }
    for (const path of ['_table/system.users', '_table/a$b', '_proc', '_table/people/none', '_schema/none']) {
      expect([path, (await call('GET', path)).status]).toEqual([path, 404])
    }
    expect((await call('POST', '_table/refused', {})).status).toBe(400)
    expect((await call('PATCH', '_table/refused', { resource: [{ a: 1 }] })).status).toBe(400)
    expect((await call('DELETE', '_table/refused')).status).toBe(400)
    expect((await call('POST', '_schema', { resource: [{ name: 'a$b' }] })).status).toBe(400)
    expect((await call('GET', '_table?as_list=true')).body.resource).toEqual(creates ? ['refused'] : [])
    if (creates) await call('DELETE', '_schema/refused')
  })

  it('creates and reads documents', async () => {
    await create('people', 'events')
    expect(await call('POST', '_table/people', { resource: people })).toMatchObject({
      status: 200,
      body: { resource: [{ _id: 'ann' }, { _id: 'bob' }, { _id: 'cy' }] },
    })
    expect(await call('POST', '_table/people', { resource: [people[0]] })).toMatchObject({
      status: 400,
      body: { error: { code: 1000, context: { resource: [{ code: 409 }] } } },
    })
    expect((await call('GET', '_table/people/ann')).body).toEqual({ ...people[0], ...adds })
    expect((await call('GET', '_table/people/ann?fields=name,address.city')).body).toEqual({
      name: 'Ann',
      address: { city: 'Wien' },
    })
    expect((await call('GET', '_table/people?order=age desc&limit=1&include_count=true')).body).toMatchObject({
      resource: [{ _id: 'ann' }],
      meta: { count: 3, next: 1 },
    })
    expect((await call('GET', '_table/people?count_only=true')).body).toBe(3)
    expect((await call('GET', '_table/people?ids=bob,ann&as_list=true')).body).toEqual({ resource: ['bob', 'ann'] })
    expect(await call('GET', '_table/people?ids=bob,none')).toMatchObject({
      status: 400,
      body: { error: { context: { error: [1] } } },
    })
    const made = await call('POST', '_table/events', {
      resource: [{ at: { $date: '2024-02-29T10:00:00.000Z' }, cost: { $numberDecimal: '12345678901234567890.5' } }],
    })
    const id = String(made.body.resource[0]?._id)
    expect(id).toMatch(/^[0-9a-f]{24}(?:[0-9a-f]{8})?$/)
    expect(JSON.stringify((await call('GET', `_table/events/${id}`)).body)).toContain('"2024-02-29T10:00:00.000Z"')
    await call('PATCH', `_table/events/${id}`, { at: '2025-01-01T00:00:00.000Z' })
    expect((await call('GET', '_table/events?filter=at > 2024-12-31T00:00:00Z&count_only=true')).body).toBe(1)
  })

  it.each([
    ['name = Ann', ['Ann']],
    ['age > 23', ['Ann']],
    ['age >= "23"', ['Ann', 'Bob']],
    ['age != 41', ['Bob']],
    ['not (age = 41)', ['Bob']],
    ['not (age > 23)', ['Bob']],
    ['age is null', ['Cy (a.b)*']],
    ['age is not null', ['Ann', 'Bob']],
    ['address.city = Wien', ['Ann']],
    ['tags = b', ['Ann']],
    ['active = true', ['Ann']],
    ['name in (Ann, Bob)', ['Ann', 'Bob']],
    ['name not in (Ann, Bob)', ['Cy (a.b)*']],
    ['_id = bob', ['Bob']],
    ['name like "_o%"', ['Bob']],
    ['name contains "(a.b)*"', ['Cy (a.b)*']],
    ['name contains ".*"', []],
    ['name starts with A', ['Ann']],
    ['name ends with b', ['Bob']],
    ['not (name like "A%")', ['Bob', 'Cy (a.b)*']],
    ['(name = Ann) or ((age < 30) and (active = false))', ['Ann', 'Bob']],
    ['not ((name = Ann) or (name = Bob))', ['Cy (a.b)*']],
    ['name = {$gt:""}', []],
    ['name = "{\\"$ne\\":null}"', []],
  ])('filters by %s', async (filter, names) => {
    expect(await filtered(filter)).toEqual(names)
  })

  it('updates and deletes one or many documents, atomically', async () => {
    expect(await call('PATCH', '_table/people/bob', { age: 24, nick: 'B' })).toMatchObject({
      status: 200,
      body: { _id: 'bob' },
    })
    expect((await call('GET', '_table/people/bob')).body).toMatchObject({ name: 'Bob', age: 24, nick: 'B' })
    expect((await call('PATCH', '_table/people/none', { a: 1 })).status).toBe(404)
    expect((await call('PATCH', '_table/people/bob', { _id: 'x' })).status).toBe(400)
    expect(await call('PATCH', '_table/people?fields=*', { resource: [{ _id: 'cy', age: 9 }] })).toMatchObject({
      body: { resource: [{ name: 'Cy (a.b)*', age: 9 }] },
    })
    expect(
      await call('PUT', '_table/people?filter=age<30&as_list=true', { resource: [{ young: true }] }),
    ).toMatchObject({ body: { resource: ['bob', 'cy'] } })
    const bad = { resource: [{ _id: 'dan', name: 'Dan' }, { $a: 1 }] }
    expect((await call('POST', '_table/people?rollback=true', bad)).status).toBe(400)
    expect((await call('GET', '_table/people/dan')).status).toBe(404)
    expect(await call('POST', '_table/people?continue=true', bad)).toMatchObject({
      body: { error: { context: { error: [1], resource: [{ _id: 'dan' }, {}] } } },
    })
    expect(await call('DELETE', '_table/people/dan')).toMatchObject({ body: { _id: 'dan' } })
    expect(await call('DELETE', '_table/people?ids=cy,none&rollback=true')).toMatchObject({ status: 400 })
    expect((await call('GET', '_table/people?count_only=true')).body).toBe(3)
    expect(await call('DELETE', '_table/people?filter=young=true')).toMatchObject({
      body: { resource: [{ _id: 'bob' }, { _id: 'cy' }] },
    })
  })

  it('lists collections and the fields of their documents', async () => {
    const empty = { resource: [{ ...creates, name: 'empty' }] }
    const preview = { status: 200, body: { statements: [] } }
    expect(await call('POST', '_schema?preview=true', empty)).toMatchObject(preview)
    expect((await call('DELETE', '_schema/empty?preview=true')).status).toBe(404)
    await call('POST', '_schema', empty)
    expect((await call('POST', '_schema?preview=true', empty)).status).toBe(400)
    expect((await call('PATCH', '_schema/empty?preview=true', { field: [] })).status).toBe(400)
    expect(await call('DELETE', '_schema/empty?preview=true')).toMatchObject(preview)
    expect((await call('POST', '_schema', { resource: [{ name: 'empty' }] })).status).toBe(400)
    expect((await call('GET', '_schema?as_list=true')).body.resource).toEqual(['empty', 'events', 'people'])
    // The same request as the console, which knows nothing about database types.
    const asked = await call('GET', '_schema?fields=name,label,alias,is_view,unknown')
    expect(asked.body.resource?.[0]).toEqual({ name: 'empty', label: 'empty', alias: null, is_view: false })
    const listed = await call('GET', '_table?fields=name,label,is_view,unknown')
    expect(listed.body.resource?.[0]).toEqual({ name: 'empty', label: 'empty', is_view: false })
    expect((await call('GET', '_schema/people')).body).toMatchObject({
      name: 'people',
      primary_key: ['_id'],
      field: expect.arrayContaining([
        expect.objectContaining({ name: '_id', is_primary_key: true }),
        expect.objectContaining({ name: 'age', type: 'integer' }),
        expect.objectContaining({
          name: 'address',
          type: 'json',
          nested: [expect.objectContaining({ name: 'address.city', type: 'string' }), expect.anything()],
        }),
        expect.objectContaining({ name: 'tags', type: 'array' }),
      ]),
    })
    expect((await call('PATCH', '_schema/people', { field: [] })).status).toBe(400)
    expect((await call('DELETE', '_schema/empty')).status).toBe(200)
    expect((await call('GET', '_schema?as_list=true')).body.resource).toEqual(['events', 'people'])
    const described = await send<{ paths: object }>('GET', `api_docs/${service.name}`, { as })
    expect(Object.keys(described.body.paths)).toEqual(
      expect.arrayContaining(['/_table/people', '/_table/{table_name}/{id}']),
    )
    expect(await send('POST', 'system/service_check', { as, body: { id: service.id, config: {} } })).toMatchObject({
      body: { success: true, tables: 2 },
    })
  })

  it('shows and changes only the documents that the role allows', async () => {
    await create('rows')
    const rows = [1, 2, 3].map((number) => ({
      _id: `r${number}`,
      owner: number === 3 ? 'other' : 'me',
      number,
      rank: 'clerk',
      level: 1,
    }))
    await call('POST', '_table/rows', { resource: rows })
    const access = [
      { service_id: service.id, component: '_table/rows/*', verbs: ['GET', 'POST', 'PATCH', 'DELETE'] },
    ] as const
    const role = await make.role({ access })
    const filters = JSON.stringify([
      { name: 'owner', operator: '=', value: 'me' },
      { name: 'rank', operator: '!=', value: 'boss' },
      { name: 'level', operator: '<', value: '9' },
    ])
    await instance.parts.store.db
      .updateTable('role_service_access')
      .set({ filters })
      .where('role_id', '=', role.id)
      .execute()
    await instance.parts.store.changes.publish([{ table: 'role', ids: 'all' }])
    const { api_key: key } = await make.app({ role_id: role.id })
    const asGuest = (verb: string, path: string, body?: unknown) =>
      send<Listed>(verb, `${service.name}/${path}`, { key, ...(body !== undefined && { body }) })
    expect((await asGuest('GET', '_table/people')).status).toBe(401)
    expect((await asGuest('GET', '_table/rows?as_list=true')).body.resource).toEqual(['r1', 'r2'])
    expect((await asGuest('GET', '_table/rows?filter=owner=other&count_only=true')).body).toBe(0)
    expect((await asGuest('GET', '_table/rows/r3')).status).toBe(404)
    expect((await asGuest('PATCH', '_table/rows/r3', { number: 9 })).status).toBe(404)
    expect((await asGuest('PATCH', '_table/rows/r1', { owner: 'other' })).status).toBe(403)
    expect((await asGuest('POST', '_table/rows', { resource: [{ owner: 'other' }] })).status).toBe(400)
    for (const forbidden of [
      { rank: { $oid: 'boss' } },
      { level: { $numberDecimal: '10' } },
      { owner: { $oid: 'other' } },
    ]) {
      const { status } = await asGuest('PATCH', '_table/rows/r1', forbidden)
      expect([forbidden, status]).toEqual([forbidden, 403])
      const record = { owner: 'me', rank: 'clerk', level: 1, ...forbidden }
      expect((await asGuest('POST', '_table/rows', { resource: [record] })).status).toBe(400)
    }
    expect((await asGuest('PATCH', '_table/rows/r1', { number: 9 })).status).toBe(200)
    expect((await asGuest('DELETE', '_table/rows?force=true')).status).toBe(200)
    expect((await call('GET', '_table/rows?as_list=true')).body.resource).toEqual(['r3'])
  })
})

it('responds with a 503 that names the server, but not the password, if the server does not respond', async () => {
  const slow = await openMongodbStandIn()
  afterAll(slow.close)
  const answerOf = async (config: object) =>
    send('GET', `${(await serviceOn('mongodb', config)).name}/_table/x`, { as })
  slow.delay = 60_000
  const [away, byString, late] = await Promise.all([
    answerOf({ host: '127.0.0.1', port: 9, database: 'x', username: 'u', password: 'do-not-tell' }),
    answerOf({ dsn: 'mongodb://u:do-not-tell@127.0.0.1:9/x' }),
    answerOf({ host: '127.0.0.1', port: slow.port, database: 'x' }),
  ])
  expect([away.status, byString.status, late.status]).toEqual([503, 503, 503])
  for (const { body } of [away, byString]) {
    expect(JSON.stringify(body)).toContain('127.0.0.1:9')
    expect(JSON.stringify(body)).not.toContain('do-not-tell')
  }
})
