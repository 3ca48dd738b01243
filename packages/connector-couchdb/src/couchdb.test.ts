import { ExactNumber } from '@millwright/contract/wire/exact-json'
import { couchdbAccount, openCouchdbStandIn } from '@millwright/instance/subjects/data/documents/suite/couchdb-stand-in'
import { fixture } from '@millwright/instance/testing/fixture'
import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { describe, expect, it } from 'vitest'

const instance = sharedInstance()
const { send, root: as } = instance
const server = fixture(openCouchdbStandIn, ({ close }) => close())

interface Listed {
  readonly resource: readonly Record<string, unknown>[]
  readonly meta?: object
}

const call = (verb: string, path: string, body?: unknown) =>
  send<Listed>(verb, `couch/${path}`, { as, ...(body !== undefined && { body }) })

const service = fixture(async () => {
  const { username, password } = couchdbAccount
  const dsn = `http://${username}:${encodeURIComponent(password)}@127.0.0.1:${server.port}/shop`
  const record = { name: 'couch', label: 'Couch', type: 'couchdb', is_active: true, config: { dsn } }
  const made = await send<{ resource: [{ id: number }] }>('POST', 'system/service', {
    as,
    body: { resource: [record] },
  })
  expect(made.status).toBe(201)
  await call('POST', '_schema', { resource: [{ name: 'shop' }, { name: 'many' }] })
  return made.body.resource[0]
})

describe('services of the type couchdb', () => {
  it('reject databases and documents with which CouchDB runs code or keeps its users', async () => {
    expect(service.id).toBeGreaterThan(0)
    for (const name of ['_users', '_replicator', '_all_dbs', 'Shop', 'shop.']) {
      expect([name, (await call('GET', `_table/${name}/x`)).status]).toEqual([name, 404])
      expect([name, (await call('POST', `_table/${name}`, { resource: [{ a: 1 }] })).status]).toEqual([name, 404])
      expect([name, (await call('DELETE', `_schema/${name}`)).status]).toEqual([name, 404])
    }
    for (const name of ['_users', 'Shop', '1a', 'a b']) {
      expect([name, (await call('POST', '_schema', { resource: [{ name }] })).status]).toEqual([name, 400])
    }
    for (const record of [{ _id: '_design/x', views: {} }, { _id: '_local/x' }, { _deleted: true }, { _rev: '1-a' }]) {
      expect([record, (await call('POST', '_table/shop', { resource: [record] })).status]).toEqual([record, 400])
    }
    await call('POST', '_table/shop', { resource: [{ _id: 'a', n: 1 }] })
    for (const fields of [{ _deleted: true }, { _revisions: {} }, { _rev: 5 }]) {
      const { status } = await call('PATCH', '_table/shop/a', fields)
      expect([fields, status >= 400 && status < 500]).toEqual([fields, true])
    }
    server.databases.get('shop')?.set('_design/x', { rev: '1-a', row: { _id: '_design/x', _rev: '1-a' } })
    expect((await call('GET', '_table/shop/_design%2Fx')).status).toBe(404)
    expect((await call('DELETE', '_table/shop/_design%2Fx')).status).toBe(404)
    expect((await call('GET', '_table/shop?as_list=true')).body.resource).toEqual(['a'])
    expect((await call('GET', '_table/shop?count_only=true')).body).toBe(1)
    expect((await call('GET', '_schema?as_list=true')).body.resource).toEqual(['many', 'shop'])
  })

  it('reject writes with a revision that is not the current one', async () => {
    const { _rev } = (await send<{ _rev: string }>('GET', 'couch/_table/shop/a', { as })).body
    expect((await call('PATCH', '_table/shop/a', { _rev, n: 2 })).status).toBe(200)
    expect((await call('PATCH', '_table/shop/a', { _rev, n: 3 })).status).toBe(409)
    expect(await call('DELETE', '_table/shop', { resource: [{ _id: 'a', _rev }] })).toMatchObject({
      status: 400,
      body: { error: { context: { resource: [{ code: 409 }] } } },
    })
    expect((await call('GET', '_table/shop/a')).body).toMatchObject({ n: 2, _rev: expect.stringMatching(/^2-/) })
  })

  it('repeat a change without a revision if the document changed in between', async () => {
    const conflict = () => [201, [{ id: 'a', error: 'conflict', reason: 'Document update conflict.' }]] as const
    const row = { id: 'a', key: 'a', doc: { _id: 'a', _rev: '2-b' } }
    const read = () => [200, { rows: [row] }] as const
    server.next.push(read, read, conflict)
    expect((await call('PATCH', '_table/shop/a', { n: 4 })).status).toBe(200)
    server.next.push(read, ...[1, 2, 3, 4].flatMap(() => [read, conflict]))
    expect((await call('PATCH', '_table/shop/a', { n: 5 })).status).toBe(409)
    expect((await call('GET', '_table/shop/a')).body).toMatchObject({ n: 4 })
  })

  it('keep attachments in changes, and restore them with a deletion that is rolled back', async () => {
    const note = { data: 'aGVsbG8=', content_type: 'text/plain' }
    await call('POST', '_table/shop', { resource: [{ _id: 'b', _attachments: { note } }] })
    expect((await call('PATCH', '_table/shop/b', { n: 1 })).status).toBe(200)
    expect((await call('GET', '_table/shop/b')).body).toMatchObject({ _attachments: { note: { stub: true } } })
    const changes = { resource: [{ _id: 'b', n: 2, added: 1 }, { _id: 'none' }] }
    expect((await call('PATCH', '_table/shop?rollback=true', changes)).status).toBe(400)
    expect((await call('GET', '_table/shop/b')).body).toMatchObject({ n: 1 })
    expect((await call('GET', '_table/shop/b')).body).not.toHaveProperty('added')
    expect((await call('DELETE', '_table/shop?ids=b,none&rollback=true')).status).toBe(400)
    expect(server.databases.get('shop')?.get('b')?.row).toMatchObject({ n: 1, _attachments: { note } })
  })

  it('stop inserting several documents at the first that is refused', async () => {
    const records = [{ _id: 'c' }, { _id: 'a' }, { _id: 'd' }, { _id: 'e' }]
    const there = async () => (await call('GET', '_table/shop?as_list=true&filter=_id in (c,d,e)')).body.resource
    expect(await call('POST', '_table/shop', { resource: records })).toMatchObject({
      status: 400,
      body: { error: { context: { error: [1], resource: [{ _id: 'c' }, { code: 409 }] } } },
    })
    expect(await there()).toEqual(['c'])
    await call('POST', '_table/shop?rollback=true', { resource: [{ _id: 'e' }, { _id: 'a' }] })
    expect(await there()).toEqual(['c'])
    const asked = server.asked.length
    await call('POST', '_table/shop?continue=true', { resource: records.slice(1) })
    expect(await there()).toEqual(['c', 'd', 'e'])
    expect(server.asked.slice(asked, -1)).toEqual(['POST /shop/_bulk_docs'])
  })

  it('return numbers with all of their digits, and compare with them', async () => {
    const body = '{"resource":[{"_id":"big","n":12345678901234567891},{"_id":"less","n":12345678901234567890}]}'
    await call('POST', '_schema', { resource: [{ name: 'numbers' }] })
    expect((await call('POST', '_table/numbers', body)).status).toBe(200)
    expect(server.databases.get('numbers')?.get('big')?.row?.n).toEqual(new ExactNumber('12345678901234567891'))
    const found = await call('GET', '_table/numbers?as_list=true&filter=n > 12345678901234567890')
    expect(found.body.resource).toEqual(['big'])
    const sorted = await call('GET', '_table/numbers?as_list=true&order=n desc')
    expect(sorted.body.resource).toEqual(['big', 'less'])
  })

  it('page through more documents than CouchDB returns at once, in any order', async () => {
    const records = Array.from({ length: 1_000 }, (_, at) => ({ _id: `k${at + 1_000}`, n: 1_000 - at, t: at % 7 }))
    for (const more of ['', 'x']) {
      const resource = records.map((each) => ({ ...each, _id: each._id + more }))
      expect((await call('POST', '_table/many', { resource })).status).toBe(200)
    }
    expect((await call('GET', '_table/many?count_only=true')).body).toBe(2_000)
    expect((await call('GET', '_table/many?count_only=true&filter=t=3')).body).toBe(286)
    expect((await call('GET', '_table/many?as_list=true&offset=1998')).body.resource).toEqual(['k1999', 'k1999x'])
    expect((await call('GET', '_table/many?as_list=true&limit=2&order=_id desc')).body.resource).toEqual([
      'k1999x',
      'k1999',
    ])
    const sorted = await call('GET', '_table/many?fields=n&order=n,_id desc&limit=3&offset=1')
    expect(sorted.body.resource).toEqual([{ n: 1 }, { n: 2 }, { n: 2 }])
    expect((await call('DELETE', '_table/many?force=true')).status).toBe(200)
    expect((await call('GET', '_table/many?count_only=true')).body).toBe(0)
  })
})

describe('the connection test of couchdb', () => {
  const checked = async (dsn: string, options: object = {}) => {
    const body = { name: 'test', type: 'couchdb', config: { dsn, options } }
    return (await send<{ success: boolean; reason: string }>('POST', 'system/service_check', { as, body })).body
  }
  const good = () => `http://127.0.0.1:${server.port}/`

  it('tells each fault apart, without the password', async () => {
    const { username } = couchdbAccount
    const wrong = { username, password: 'do-not-tell' }
    const reasons = [
      await checked('http://127.0.0.1:9', wrong),
      await checked(good(), wrong),
      await checked('https://clerk:do-not-tell@127.0.0.1:9/'),
    ]
    server.next.push(() => [200, 'Welcome'])
    reasons.push(await checked(good(), couchdbAccount))
    server.next.push(() => [500, { error: couchdbAccount.password }])
    reasons.push(await checked(good(), couchdbAccount))
    server.next.push(() => [403, { error: 'forbidden' }])
    reasons.push(await checked(good(), couchdbAccount))
    const where = `CouchDB server 127.0.0.1:${server.port}`
    expect(reasons.map(({ reason }) => reason)).toEqual([
      'The CouchDB server 127.0.0.1:9 cannot be used now: connection refused.',
      `The ${where} cannot be used now: it refuses the user of the service.`,
      'The CouchDB server 127.0.0.1:9 cannot be used now: connection refused.',
      `The ${where} cannot be used now: its response is not one of CouchDB.`,
      `The ${where} cannot be used now: it responded with status 500.`,
      `The ${where} does not allow the user of the service to list databases.`,
    ])
    for (const dsn of ['couch', 'ftp://a.test', '']) {
      const body = { name: 'test', type: 'couchdb', config: { dsn } }
      expect([dsn, (await send('POST', 'system/service_check', { as, body })).status]).toEqual([dsn, 400])
    }
  })

  it('succeeds, also for a user who may not list other databases than the one that is named', async () => {
    expect(await checked(good(), couchdbAccount)).toMatchObject({ success: true })
    server.next.push(() => [403, { error: 'forbidden' }])
    expect(await checked(`${good()}shop`, couchdbAccount)).toMatchObject({ success: true, tables: 1 })
  })

  it('masks the connection string and the password among the options', async () => {
    const record = { name: 'masked', label: 'x', type: 'couchdb', is_active: true }
    const config = {
      dsn: 'http://a:do-not-tell@couch.test/db',
      options: { username: 'a', password: 'do-not-tell', pool: 3 },
    }
    await send('POST', 'system/service', { as, body: { resource: [{ ...record, config }] } })
    const read = await send<Listed>('GET', 'system/service?filter=name=masked', { as })
    expect(JSON.stringify(read.body)).not.toContain('do-not-tell')
    expect(read.body.resource[0]?.config).toMatchObject({ options: { username: 'a', pool: 3 } })
  })
})
