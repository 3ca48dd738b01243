import type { AuditEntry } from '@millwright/contract/records/report'
import { describe, expect, it } from 'vitest'
import { testClock } from '../../../testing/test-clock.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { engines } from '../../../testing/test-store.ts'

describe.each(engines)('reports on %s', (engine) => {
  const clock = testClock()
  const { send, root, make, parts } = sharedInstance({ engine, clock })

  async function create<T extends object = { id: number }>(resource: string, record: object): Promise<T> {
    const { body } = await send<{ resource: [T] }>('POST', `system/${resource}?fields=*`, { as: root, body: record })
    return body.resource[0]
  }
  async function entries(filter: string): Promise<AuditEntry[]> {
    const query = `filter=${encodeURIComponent(filter)}&order=id`
    return (await send<{ resource: AuditEntry[] }>('GET', `system/audit?${query}`, { as: root })).body.resource
  }
  const of = (resource: string, id: number) => entries(`(resource = "${resource}") and (record_id = "${id}")`)
  const takeBack = (entry: AuditEntry | undefined, as = root) =>
    send('POST', `system/audit/${entry?.id}/take_back`, { as })

  it('can only be read, and only by root administrators', async () => {
    const lesser = await make.admin()
    for (const name of ['audit', 'service_report']) {
      expect((await send('GET', `system/${name}`, { as: lesser })).status).toBe(403)
      expect((await send('DELETE', `system/${name}?force=true`, { as: root })).status).toBe(400)
      expect((await send('POST', `system/${name}`, { as: root, body: { id: 1 } })).status).toBe(400)
    }
    expect((await send('POST', 'system/audit/1/take_back', { as: lesser })).status).toBe(403)
    expect((await send('GET', 'system/audit/1/take_back', { as: root })).status).toBe(400)
    for (const id of ['x', '0', '999999999', '1e99']) {
      expect((await send('POST', `system/audit/${id}/take_back`, { as: root })).status).toBe(404)
    }
  })

  it('list services that were created, modified and deleted', async () => {
    const { id } = await create('service', { name: 'told', type: 'local_email' })
    await send('PATCH', `system/service/${id}`, { as: root, body: { label: 'Told' } })
    await send('DELETE', `system/service/${id}`, { as: root })
    const { body } = await send('GET', 'system/service_report?filter=service_name=told&order=id', { as: root })
    const common = { service_name: 'told', user_email: root.email }
    expect(body).toMatchObject({
      resource: [
        { ...common, service_id: null, action: 'Service created', request_verb: 'POST' },
        { ...common, service_id: id, action: 'Service modified', request_verb: 'PATCH' },
        { ...common, service_id: id, action: 'Service deleted', request_verb: 'DELETE' },
      ],
    })
  })

  it('record who changed what, when and from where, without unchanged values', async () => {
    const { id } = await create('cors', { path: '*', origin: 'a', method: ['GET'] })
    const app = await make.app()
    const change = { origin: 'b', path: '*', method: ['GET', 'POST'] }
    await send('PATCH', `system/cors/${id}`, { as: root, key: app.api_key, body: change })
    await send('PATCH', `system/cors/${id}`, { as: root, body: change })
    const found = await of('cors', id)
    expect(found).toHaveLength(2)
    expect(found[0]).toMatchObject({ action: 'created', before: null, after: { path: '*', origin: 'a' } })
    expect(found[1]).toMatchObject({
      user_id: root.id,
      user_email: root.email,
      app_name: expect.any(String),
      address: '127.0.0.1',
      request_verb: 'PATCH',
      action: 'modified',
      changed: 'origin, method',
      before: { origin: 'a', method: ['GET'] },
      after: { origin: 'b', method: ['GET', 'POST'] },
    })
  })

  it('mask secrets and store encrypted values encrypted', async () => {
    const service = { name: 'sealed', type: 'smtp_email', config: { host: 'h', password: 'very secret' } }
    const { id } = await create('service', service)
    const change = (config: object) => send('PATCH', `system/service/${id}`, { as: root, body: { config } })
    await change({ host: 'h', password: 'other secret' })
    const user = await make.user()
    await send('PATCH', `system/user/${user.id}`, { as: root, body: { password: 'hidden word' } })
    const role = await create('role', { name: 'keys', lookup_by_role_id: [{ name: 'k', value: 'low', private: true }] })
    expect((await of('service', id))[1]).toMatchObject({
      changed: 'config.password',
      before: { config: { password: '**********' } },
      after: { config: { password: '**********' } },
    })
    expect(await of('user', user.id)).toMatchObject([{ changed: 'password', after: { password: '**********' } }])
    expect(await entries(`(owner_resource = "role") and (owner_id = "${role.id}")`)).toMatchObject([
      { resource: 'lookup', after: { name: 'k', value: '**********' } },
    ])
    const told = JSON.stringify(await entries('id > 0'))
    const stored = JSON.stringify(await parts.store.db.selectFrom('audit').selectAll().execute())
    expect(told).not.toMatch(/secret"|hidden word|"low"|argon2/)
    expect(stored).not.toMatch(/secret"|hidden word|"low"|argon2|"host\\/)
    expect(await takeBack((await of('service', id))[1])).toMatchObject({ status: 409 })
  })

  it('record every row of a batch, and nothing that was rolled back', async () => {
    const rows = [{ name: 'one' }, { name: 'two' }, { name: 'one' }]
    const batch = (query: string) =>
      send('POST', `system/lookup?${query}`, { as: root, body: { resource: rows.map((row) => ({ ...row })) } })
    const names = async () => (await entries('resource = "lookup"')).map((entry) => entry.record_name)
    const before = await names()
    await batch('rollback=true&continue=true')
    expect(await names()).toEqual(before)
    await batch('continue=true')
    expect((await names()).slice(before.length)).toEqual(['one', 'two'])
    await send('DELETE', 'system/lookup?force=true', { as: root })
    expect(await entries('(resource = "lookup") and (action = "deleted")')).toMatchObject([
      { record_name: 'one' },
      { record_name: 'two' },
    ])
  })

  it('revert a change unless the record has changed since', async () => {
    const { id } = await create('role', { name: 'first', description: 'one' })
    const change = (body: object) => send('PATCH', `system/role/${id}`, { as: root, body })
    await change({ description: 'two' })
    await change({ name: 'second' })
    const [created, described, renamed] = await of('role', id)
    expect(await takeBack(created)).toMatchObject({
      status: 409,
      body: { error: { context: { fields: ['name', 'description'] } } },
    })
    expect(await takeBack(described)).toMatchObject({ status: 200 })
    expect(await takeBack(described)).toMatchObject({ status: 409 })
    await change({ name: 'third' })
    expect(await takeBack(renamed)).toMatchObject({ status: 409 })
    const { body } = await send('GET', `system/role/${id}`, { as: root })
    expect(body).toMatchObject({ name: 'third', description: 'one' })
    const made = await create('role', { name: 'by mistake' })
    expect(await takeBack((await of('role', made.id))[0])).toMatchObject({ status: 200 })
    expect((await send('GET', `system/role/${made.id}`, { as: root })).status).toBe(404)
    expect((await takeBack((await of('role', made.id))[0])).status).toBe(409)
  })

  it('restore a deleted record with the rows deleted with it', async () => {
    const { id: service_id } = await make.service()
    const access = { service_id, component: '_table/*', verb_mask: 1, requestor_mask: 3 }
    const related = { role_service_access_by_role_id: [access], lookup_by_role_id: [{ name: 'k', value: 'v' }] }
    const { id } = await create('role', { name: 'lost', ...related })
    const app = await create('app', { name: 'with it', type: 0, role_id: id })
    await send('DELETE', `system/role/${id}`, { as: root })
    expect((await of('app', app.id))[1]).toMatchObject({ before: { role_id: id }, after: { role_id: null } })
    const answer = await takeBack((await of('role', id))[1])
    expect(answer.status).toBe(201)
    const { resource } = answer.body as { resource: [{ id: number }] }
    const relations = 'related=role_service_access_by_role_id,lookup_by_role_id'
    expect((await send('GET', `system/role/${resource[0].id}?${relations}`, { as: root })).body).toMatchObject({
      name: 'lost',
      role_service_access_by_role_id: [access],
      lookup_by_role_id: [{ name: 'k', value: 'v' }],
    })
    expect((await send('GET', `system/app/${app.id}`, { as: root })).body).toMatchObject({ role_id: resource[0].id })
  })

  it('restore references cleared by a deletion, and report those that could not be restored', async () => {
    const service = await create('service', { name: 'mourned', type: 'local_file', config: { container: 'mourned' } })
    const { id: service_id } = service
    await create('limit', { name: 'limits it', type: 'instance.service', service_id, rate: 5, period: 'day' })
    const access = { service_id, component: '*', verb_mask: 1, requestor_mask: 3 }
    const role = await create('role', { name: 'reader of it', role_service_access_by_role_id: [access] })
    const gone = await create('role', { name: 'goes as well', role_service_access_by_role_id: [access] })
    const app = await create('app', { name: 'lives on it', type: 1, storage_service_id: service_id })
    expect((await send('DELETE', `system/service/${service_id}?force=true`, { as: root })).status).toBe(200)
    await send('DELETE', `system/role/${gone.id}`, { as: root })
    const answer = await takeBack((await of('service', service_id)).at(-1))
    expect(answer).toMatchObject({
      status: 201,
      body: { missing: [{ resource: 'role', message: expect.any(String) }] },
    })
    const { resource } = answer.body as { resource: [{ id: number }] }
    const back = { service_id: resource[0].id }
    expect(
      (await send('GET', `system/role/${role.id}?related=role_service_access_by_role_id`, { as: root })).body,
    ).toMatchObject({ role_service_access_by_role_id: [{ ...access, ...back }] })
    const kept = await send('GET', `system/limit?filter=name="limits it"`, { as: root })
    expect(kept.body).toMatchObject({ resource: [{ ...back, rate: 5 }] })
    expect((await send('GET', `system/app/${app.id}`, { as: root })).body).toMatchObject({
      storage_service_id: back.service_id,
    })
  })

  it('revert a change of a nested row through its owner', async () => {
    const { id } = await create('role', { name: 'nest', lookup_by_role_id: [{ name: 'n', value: '1' }] })
    const nested = () => entries(`(owner_resource = "role") and (owner_id = "${id}")`)
    const keys = async () => {
      const { body } = await send<{ lookup_by_role_id: object[] }>(
        'GET',
        `system/role/${id}?related=lookup_by_role_id`,
        {
          as: root,
        },
      )
      return body.lookup_by_role_id
    }
    const [made] = await nested()
    const rows = [{ id: Number(made?.record_id), value: '2' }]
    await send('PATCH', `system/role/${id}`, { as: root, body: { lookup_by_role_id: rows } })
    expect(await takeBack((await nested())[1])).toMatchObject({ status: 200 })
    expect(await keys()).toMatchObject([{ name: 'n', value: '1' }])
    expect(await takeBack(made)).toMatchObject({ status: 200 })
    expect(await keys()).toEqual([])
    expect(await takeBack((await nested()).at(-1))).toMatchObject({ status: 200 })
    expect(await keys()).toMatchObject([{ name: 'n', value: '1' }])
  })

  it('delete entries after their retention period', async () => {
    await create('role', { name: 'old' })
    clock.advance(91 * 86_400)
    const as = { ...root, token: await parts.tokens.issue(root.id, false) }
    await send('POST', 'system/role', { as, body: { name: 'new' } })
    await parts.background.idle()
    const { body } = await send('GET', 'system/audit?fields=record_name', { as })
    expect(body).toEqual({ resource: [{ record_name: 'new' }] })
  })
})
