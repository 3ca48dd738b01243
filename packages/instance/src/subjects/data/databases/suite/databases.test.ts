import { afterAll, describe, expect, it } from 'vitest'
import { fixture } from '../../../../testing/fixture.ts'
import { sharedInstance } from '../../../../testing/test-instance.ts'
import { openUnrulyServer, unruly } from '../../../../testing/unruly-server.ts'
import { bolt, parts, partTable } from './parts.ts'
import { suiteDatabases } from './suite-databases.ts'

interface Listed {
  readonly resource: readonly Record<string, unknown>[]
  readonly meta?: { readonly count: number; readonly next?: number }
  readonly error?: { readonly message: string }
}

const instance = sharedInstance()
const { send, root: as, make } = instance
let services = 0

async function serviceOn(type: string, config: object): Promise<{ name: string; id: number }> {
  services += 1
  const name = `shop${services}`
  const body = { resource: [{ name, label: name, type, is_active: true, config }] }
  const made = await send<{ resource: [{ id: number }] }>('POST', 'system/service', { as, body })
  expect(made).toMatchObject({ status: 201 })
  return { name, id: made.body.resource[0].id }
}

describe.each(suiteDatabases)('a service on $name', ({ answers, open, ...suite }) => {
  const { type, transactions, makesTables, threeValued, key, writes } = suite
  if (!answers) return it.skipIf(!answers)('where a server responds', () => {})
  const database = fixture(
    () => open(instance),
    ({ drop }) => drop(),
  )
  const service = fixture(() => serviceOn(type, database.config))
  afterAll(() => send('DELETE', `system/service/${service.id}?force=true`, { as }))
  const call = (verb: string, path: string, body?: unknown) =>
    send<Listed>(verb, `${service.name}/${path}`, { as, ...(body !== undefined && { body }) })
  const listed = async (query: string) => {
    const { status, body } = await call('GET', `_table/part?${query}`)
    return status === 200 ? body.resource : status
  }
  const numbers = async (filter: string) => {
    const found = await listed(`fields=no&order=no&filter=${encodeURIComponent(filter)}`)
    return Array.isArray(found) ? found.map(({ no }) => no) : found
  }

  /** Returns the primary key of a record. */
  const keyOf = async (no: number) => String((await call('GET', `_table/part?filter=no=${no}`)).body.resource[0]?.[key])

  const makes = async () => {
    expect((await call('GET', '_table/part')).status).toBe(404)
    expect((await call('POST', '_schema', { resource: [{ name: 'a\0b', field: partTable.field }] })).status).toBe(400)
    expect(await call('POST', '_schema', { resource: [partTable] })).toMatchObject({ status: 200 })
    const described = await send<{ field: { name: string; type: string }[]; primary_key: unknown }>(
      'GET',
      `${service.name}/_schema/part?refresh=true`,
      { as },
    )
    expect(described.body.primary_key).toEqual(['id'])
    expect(described.body.field.map((field) => field.name)).toEqual(partTable.field.map((field) => field.name))
    const field = { name: 'colour', type: 'string', length: 10, allow_null: true }
    expect(await call('POST', '_schema/part/_field', { resource: [field] })).toMatchObject({ status: 200 })
    expect(await call('GET', '_schema/part/colour')).toMatchObject({
      status: 200,
      body: { type: 'string', length: 10 },
    })
    expect(await call('DELETE', '_schema/part/_field/colour')).toMatchObject({ status: 200 })
    expect((await call('GET', '_schema/part/colour')).status).toBe(404)
  }
  const keeps = async () => {
    expect((await call('POST', '_schema', { resource: [{ ...partTable, name: 'other' }] })).status).toBe(400)
    expect((await call('DELETE', '_schema/part')).status).toBe(400)
    expect((await call('GET', '_table?as_list=true')).body.resource).toEqual(['part'])
  }
  if (makesTables) it('creates, describes and alters tables', makes)
  else it('lists existing tables, and rejects new ones', keeps)

  const byKey = writes ? '' : `id_field=${key}`

  const reads = async () => {
    expect((await call('GET', `_table/part/1?${byKey}`)).body).toMatchObject({ ...bolt })
    expect((await call('GET', '_table/part?count_only=true')).body).toBe(4)
    for (const [verb, path] of [
      ['POST', ''],
      ['PATCH', `?${byKey}`],
      ['PATCH', `/1?${byKey}`],
      ['DELETE', '?force=true'],
      ['DELETE', `/1?${byKey}`],
    ] as const) {
      const { status } = await call(
        verb,
        `_table/part${path}`,
        verb === 'DELETE' ? undefined : { resource: [{ no: 1, name: 'x' }] },
      )
      expect([verb, path, status]).toEqual([verb, path, 400])
    }
  }

  const creates = async () => {
    expect(await call('POST', '_table/part', { resource: parts })).toMatchObject({
      status: 200,
      body: { resource: parts.map(() => ({ [key]: expect.anything() })) },
    })
    expect((await call('GET', `_table/part/${await keyOf(1)}`)).body).toMatchObject(bolt)
    if (makesTables) expect((await call('POST', '_table/part', { resource: [{ ...bolt, id: 1 }] })).status).toBe(400)
    expect((await call('POST', '_table/part', { resource: [{ qty: 1 }] })).status).toBe(400)
    expect((await call('POST', '_table/part', { resource: [{ name: 'x', qty: 'many' }] })).status).toBe(400)
    // SQLite stores texts of any length.
    if (type !== 'sqlite')
      expect((await call('POST', '_table/part', { resource: [{ name: 'x'.repeat(41) }] })).status).toBe(400)
    expect((await call('GET', '_table/part?count_only=true')).body).toBe(4)
  }
  if (writes) it('creates records, generates their ids, and returns them as sent', creates)
  else it('returns existing records, and rejects writes', reads)

  it.each([
    ['name = bolt', [1]],
    ['name != bolt', [2, 3, 4]],
    ['qty != 5', threeValued ? [3] : [2, 3, 4]],
    ['qty > 5', [3]],
    ['qty >= 5', [1, 3]],
    ['(qty < 7) and (ok = true)', [1]],
    ['qty is null', [2, 4]],
    ['qty is not null', [1, 3]],
    ['not (qty = 5)', threeValued ? [3] : [2, 3, 4]],
    ['no in (1,3,99)', [1, 3]],
    ['no not in (1,3)', [2, 4]],
    ['name contains %', [3]],
    ['name starts with "50%"', [3]],
    ['name ends with t', [1, 2]],
    ['name like "_ut"', [2]],
    ['note contains said', [1]],
    ['note contains \\', [1]],
    ['note contains "_"', []],
    ['price > 1.49', [1, 3]],
    ['ok = false', [2]],
    ['made >= 2024-03-01', [2]],
    ['(name = nut) or ((qty > 4) and (qty < 6))', [1, 2]],
    [`name = "x' OR '1'='1"`, []],
    ['name = "x\\"; DROP TABLE part; --"', []],
    ['nothing = 1', 400],
    ['$where = 1', 400],
    ['name ~~ 1', 400],
    [`${'('.repeat(2_000)}no = 1${')'.repeat(2_000)}`, 400],
  ])('filters by %s', async (filter, found) => {
    expect(await numbers(filter)).toEqual(found)
  })

  it('returns pages in order, with the requested fields', async () => {
    expect(await listed('fields=no&order=qty desc nulls last,no&limit=2')).toEqual([{ no: 3 }, { no: 1 }])
    expect(await listed('fields=name&order=no&limit=1&offset=1')).toEqual([{ name: 'nut' }])
    expect(await call('GET', '_table/part?fields=no&order=no&limit=1&include_count=true')).toMatchObject({
      body: { resource: [{ no: 1 }], meta: { count: 4, next: 1 } },
    })
    expect(await listed(`fields=no&ids=${await keyOf(3)},${await keyOf(1)}&${byKey}`)).toEqual([{ no: 3 }, { no: 1 }])
    for (const query of ['fields=none', 'order=none', 'order=no;', 'group=none', `ids=99&${byKey}`, 'related=none']) {
      expect([query, (await call('GET', `_table/part?${query}`)).status]).toEqual([query, 400])
    }
    expect((await call('GET', `_table/part/99?${byKey}`)).status).toBe(404)
    expect((await call('GET', `_table/part/1'%20OR%20'1'='1?${byKey}`)).status).toBeGreaterThanOrEqual(400)
  })

  const changes = async () => {
    const second = await keyOf(2)
    const third = await keyOf(3)
    const fourth = await keyOf(4)
    expect(await call('PATCH', `_table/part/${second}`, { qty: 9, note: 'changed' })).toMatchObject({ status: 200 })
    expect(await listed(`fields=qty,note&ids=${second}`)).toEqual([{ qty: 9, note: 'changed' }])
    expect((await call('PATCH', '_table/part/99', { qty: 1 })).status).toBe(404)
    expect(await call('PATCH', '_table/part?filter=qty=9', { note: 'by filter' })).toMatchObject({ status: 200 })
    expect(await listed('fields=no&filter=note="by filter"')).toEqual([{ no: 2 }])
    const both = await call('PATCH', '_table/part?rollback=true', {
      resource: [
        { [key]: third, qty: 8 },
        { [key]: '99', qty: 8 },
      ],
    })
    expect(both.status).toBe(400)
    expect(JSON.stringify(both.body).includes('This database has no transactions')).toBe(!transactions)
    expect(await listed(`fields=qty&ids=${third}`)).toEqual([{ qty: 7 }])
    expect((await call('DELETE', '_table/part/99')).status).toBe(404)
    expect((await call('DELETE', '_table/part')).status).toBe(400)
    expect(await call('DELETE', `_table/part?ids=${fourth}`)).toMatchObject({ status: 200 })
    expect(await numbers('no > 0')).toEqual([1, 2, 3])
  }
  if (writes) it('updates and deletes records, in a transaction where possible', changes)

  it('shows and changes only records that the role permits', async () => {
    const access = [
      { service_id: service.id, component: '_table/part/*', verbs: ['GET', 'POST', 'PATCH', 'DELETE'] },
    ] as const
    const role = await make.role({ access })
    const filters = JSON.stringify([{ name: 'ok', operator: '=', value: 'true' }])
    const { db, changes } = instance.parts.store
    await db.updateTable('role_service_access').set({ filters }).where('role_id', '=', role.id).execute()
    await changes.publish([{ table: 'role', ids: 'all' }])
    const { api_key: key } = await make.app({ role_id: role.id })
    const asGuest = (verb: string, path: string, body?: unknown) =>
      send<Listed>(verb, `${service.name}/_table/part${path}`, { key, ...(body !== undefined && { body }) })
    expect((await asGuest('GET', '?fields=no&order=no')).body.resource).toEqual([{ no: 1 }, { no: 3 }])
    expect((await asGuest('GET', '?filter=ok=false&count_only=true')).body).toBe(0)
    const first = await keyOf(1)
    const second = await keyOf(2)
    expect((await asGuest('GET', `/${second}?${byKey}`)).status).toBe(404)
    if (!writes) return
    expect((await asGuest('DELETE', `/${second}`)).status).toBe(404)
    expect((await asGuest('PATCH', `/${second}`, { qty: 1 })).status).toBe(transactions ? 404 : 403)
    expect((await asGuest('POST', '', { resource: [{ name: 'hidden', ok: false }] })).status).toBeGreaterThanOrEqual(
      400,
    )
    expect((await asGuest('PATCH', `/${first}`, { ok: false })).status).toBe(403)
    expect((await asGuest('PATCH', `/${first}`, { qty: 6 })).status).toBe(transactions ? 200 : 403)
    expect(await numbers('no > 0')).toEqual([1, 2, 3])
  })

  it('passes its connection test, and describes its tables', async () => {
    expect(await send('POST', 'system/service_check', { as, body: { id: service.id, config: {} } })).toMatchObject({
      status: 200,
      body: { success: true, tables: expect.any(Number) },
    })
    const { body } = await send<{ paths: object }>('GET', `api_docs/${service.name}`, { as })
    expect(Object.keys(body.paths).some((path) => path.endsWith('/_table/part/{id}'))).toBe(true)
    expect((await call('GET', '?as_access_list=true')).body.resource).toEqual(
      expect.arrayContaining(['_table/part/*', '_schema/part/*']),
    )
  })

  it('responds with 503 where the server rejects its settings, without revealing secrets', async () => {
    for (const settings of database.refused) {
      const other = await serviceOn(type, { ...database.config, ...settings, options: { connect_timeout: 2 } })
      const { status, body } = await send<Listed>('GET', `${other.name}/_table/part`, { as })
      const rejected = [Object.keys(settings), 503, expect.stringMatching(/cannot be used now/)]
      expect([Object.keys(settings), status, body.error?.message]).toEqual(rejected)
      for (const secret of ['PRIVATE KEY', 'password of the suite']) expect(JSON.stringify(body)).not.toContain(secret)
      await send('DELETE', `system/service/${other.id}?force=true`, { as })
    }
  })

  it('times out if a server does not respond, and rejects an invalid response within its timeout', async () => {
    const { config, elsewhere } = database
    const onPort = elsewhere ?? (typeof config.port === 'number' ? (port: number) => ({ port }) : null)
    if (onPort === null) return
    for (const manner of elsewhere === null ? (['silent'] as const) : unruly) {
      const server = await openUnrulyServer()
      server.manner = manner
      const options = { ...(elsewhere === null && { connect_timeout: 1 }), statement_timeout: 1 }
      const other = await serviceOn(type, { ...config, ...onPort(server.port), options })
      const { status } = await send('GET', `${other.name}/_table/part`, { as })
      expect([manner, elsewhere === null ? [503] : [503, 504]]).toEqual([manner, expect.arrayContaining([status])])
      await send('DELETE', `system/service/${other.id}?force=true`, { as })
      await server.close()
    }
  })
})
