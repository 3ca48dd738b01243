import type { DataViewRecord } from '@millwright/contract/records/data-view'
import { maskOf } from '@millwright/contract/verbs'
import { beforeAll, describe, expect, it } from 'vitest'
import { fixture } from '../../../testing/fixture.ts'
import { restrictedAdmin } from '../../../testing/restricted-admin.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { engines } from '../../../testing/test-store.ts'

describe.each(engines)('saved queries of tables on %s', (engine) => {
  const instance = sharedInstance({ engine })
  const { send, root, make } = instance
  type As = Parameters<typeof send>[2]
  let db: number
  beforeAll(async () => {
    db = await make.serviceId('db')
  })
  const guests = [{ name: 'guest', field: [{ name: 'id', type: 'id' }] }]
  beforeAll(() => send('POST', 'db/_schema', { as: root, body: { resource: guests } }))
  const browser = fixture(() => restrictedAdmin(instance, ['schema/data']))
  const colleague = fixture(() => restrictedAdmin(instance, ['schema/data']))
  const stranger = fixture(() => restrictedAdmin(instance, ['users']))
  const place = 'system/data_view?service=db&table=guest&order=id'

  const view = (name: string, more: object = {}) => ({ service_id: db, table: 'guest', name, ...more })
  const create = (as: As, record: object) =>
    send<{ resource: [DataViewRecord] }>('POST', 'system/data_view?fields=*', { ...as, body: { resource: [record] } })
  const made = async (as: As, record: object) => (await create(as, record)).body.resource[0]
  /** Returns the error of the first of several records. */
  const refusedWith = (code: number) => ({ error: { context: { resource: [{ code }] } } })
  const namesFor = async (as: As) => {
    const { body } = await send<{ resource: DataViewRecord[] }>('GET', place, { ...as })
    return body.resource.map(({ name }) => name)
  }

  it('are inaccessible without read access to the table, and without a caller', async () => {
    const { id } = await made({ as: root }, view('closed', { shared: true }))
    for (const path of [place, 'system/data_view', `system/data_view/${id}`, 'system/data_view/9999']) {
      expect((await send('GET', path, {})).status, path).toBe(400)
      expect((await send('GET', path, stranger)).status, path).toBe(path.endsWith('9999') ? 404 : 403)
    }
    expect((await send('GET', 'system/data_view', browser)).status).toBe(403)
    expect((await create(stranger, view('theirs'))).body).toMatchObject(refusedWith(403))
    expect((await create(browser, view('other', { service_id: 9999 }))).status).toBe(400)
    await send('DELETE', `system/data_view/${id}`, { as: root })
  })

  it('are accessible with a role that reads the table, with or without row filters, but owned by people only', async () => {
    const shared = await made({ as: root }, view('for apps', { shared: true }))
    const filters = [{ name: 'id', operator: '=', value: '1' }]
    const rule = { service_id: db, component: '_table/guest/*', verb_mask: maskOf(['GET']), requestor_mask: 1, filters }
    const { body } = await send<{ resource: [{ id: number }] }>('POST', 'system/role', {
      as: root,
      body: { resource: [{ name: 'reader', is_active: true, role_service_access_by_role_id: [rule] }] },
    })
    const { api_key: key } = await make.app({ role_id: body.resource[0].id })
    expect(await namesFor({ key })).toEqual(['for apps'])
    expect((await create({ key }, view('of an app'))).status).toBe(401)
    expect((await send('GET', 'system/data_view?service=db&table=other', { key })).status).toBe(401)
    await send('DELETE', `system/data_view/${shared.id}`, { as: root })
  })

  it('stay within the table that is named, whatever the filter says', async () => {
    const other = await made({ as: root }, view('of another table', { table: 'other', shared: true }))
    for (const filter of ['id>0) or (id>0', 'id > 0 or id > 0', "table = 'other'"]) {
      const path = `system/data_view?service=db&table=guest&filter=${encodeURIComponent(filter)}`
      expect(JSON.stringify((await send('GET', path, browser)).body), filter).not.toContain('of another table')
    }
    const own = await send<{ resource: unknown[] }>('GET', 'system/data_view?service=db&table=other', browser)
    expect(own.body.resource).toHaveLength(1)
    await send('DELETE', `system/data_view/${other.id}`, { as: root })
  })

  it('are visible to their owner, and to others once shared', async () => {
    const own = await made(browser, view('own'))
    expect(own).toMatchObject({ service: 'db', shared: false, owner_id: browser.id, owner: 'Restricted' })
    expect(await namesFor(browser)).toEqual(['own'])
    expect(await namesFor(colleague)).toEqual([])
    expect((await send('GET', `system/data_view/${own.id}`, colleague)).status).toBe(404)
    for (const verb of ['PATCH', 'DELETE'])
      expect((await send(verb, `system/data_view/${own.id}`, { ...colleague, body: { shared: true } })).status).toBe(
        404,
      )
    await send('PATCH', `system/data_view/${own.id}`, { ...browser, body: { shared: true } })
    expect(await namesFor(colleague)).toEqual(['own'])
    for (const verb of ['PATCH', 'DELETE'])
      expect((await send(verb, `system/data_view/${own.id}`, { ...colleague, body: { name: 'mine' } })).status).toBe(
        403,
      )
    expect((await send('PATCH', `system/data_view/${own.id}`, { as: root, body: { owner_id: 1 } })).status).toBe(200)
    const kept = await send('GET', `system/data_view/${own.id}`, { as: root })
    expect(kept.body).toMatchObject({ name: 'own', owner_id: browser.id })
    expect((await send('DELETE', `system/data_view/${own.id}`, browser)).status).toBe(200)
  })

  it('cannot be moved to a table that their owner may not read', async () => {
    const { id } = await made(browser, view('moved'))
    const system = await make.serviceId('system')
    const body = { service_id: system, table: 'user' }
    expect((await send('PATCH', `system/data_view/${id}`, { ...browser, body })).status).toBe(403)
    await send('DELETE', `system/data_view/${id}`, browser)
  })

  it.each([
    ['an invalid filter', { filter: 'id > 1' }],
    ['a condition with an unknown member', { filter: [{ field: 'id', operator: '>', value: '1', more: 'x' }] }],
    ['a condition without a value', { filter: [{ field: 'id', operator: '>' }] }],
    ['too many conditions', { filter: Array.from({ length: 51 }, () => ({ field: 'a', operator: '=', value: '1' })) }],
    ['a value that is too long', { filter: [{ field: 'id', operator: '=', value: 'x'.repeat(501) }] }],
    ['invalid field names', { fields: [1] }],
    ['no fields', { fields: [] }],
    ['a name that is too long', { name: 'x'.repeat(81) }],
    ['an empty name', { name: ' ' }],
    ['no table', { table: '' }],
    ['an invalid order', { order: { id: 1 } }],
  ])('are rejected with %s', async (_, more) => {
    expect((await create({ as: root }, view('wrong', more))).status).toBe(400)
  })

  it('have unique names per owner and table, and among those that are shared', async () => {
    const first = await made(browser, view('twice', { shared: true }))
    expect((await create(browser, view('twice'))).status).toBe(400)
    expect((await create(colleague, view('twice', { shared: true }))).body).toMatchObject(refusedWith(400))
    const second = await made(colleague, view('twice'))
    const sharing = await send('PATCH', `system/data_view/${second.id}`, { ...colleague, body: { shared: true } })
    expect([sharing.status, JSON.stringify(sharing.body)]).toEqual([
      400,
      expect.stringContaining('name is already in use by another shared view: twice.'),
    ])
    expect((await create(browser, view('twice', { table: 'other' }))).status).toBe(201)
    expect(await namesFor(colleague)).toEqual(['twice', 'twice'])
    expect((await send('PATCH', `system/data_view/${first.id}`, { ...browser, body: { name: 'twice' } })).status).toBe(
      200,
    )
    await send('DELETE', `system/data_view?ids=${first.id},${second.id}`, { as: root })
  })

  it('keep their query, stay without their owner, and are deleted with their service', async () => {
    const filter = [{ field: 'id', operator: '>', value: "1' or 1=1" }]
    const query = { filter, fields: ['id', 'nothing'], order: 'id DESC' }
    const { id } = await made(colleague, view('kept', { ...query, shared: true }))
    expect((await send('DELETE', `system/admin/${colleague.id}`, { as: root })).status).toBe(200)
    const kept = await send('GET', `system/data_view/${id}`, browser)
    expect(kept.body).toMatchObject({ ...query, owner_id: null, owner: null })
    expect((await send('PATCH', `system/data_view/${id}`, { ...browser, body: { name: 'a' } })).status).toBe(403)
    const more = await make.service({ type: 'sqlite' })
    const gone = await made({ as: root }, { ...view('gone'), service_id: more.id })
    await send('DELETE', `system/service/${more.id}`, { as: root })
    expect((await send('GET', `system/data_view/${gone.id}`, { as: root })).status).toBe(404)
  })
})
