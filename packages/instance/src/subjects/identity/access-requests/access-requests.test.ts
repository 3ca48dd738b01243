import { describe, expect, it } from 'vitest'
import { testClock } from '../../../testing/test-clock.ts'
import { sharedInstance, testInstance } from '../../../testing/test-instance.ts'
import { hasPostgresServer } from '../../../testing/test-postgres.ts'
import { engines } from '../../../testing/test-store.ts'

interface Made {
  readonly resource: readonly { readonly id: number; readonly status: string }[]
}
interface Rows {
  readonly resource: readonly { readonly [name: string]: unknown }[]
}

const day = 86_400
const table = '_table/customer'
const asked = { service: 'sample', component: `${table}/*`, verbs: ['GET'], note: 'For the report' }

describe.each(engines)('requests for access, on %s', (engine) => {
  const clock = testClock()
  const { send, root: first, make, parts } = sharedInstance({ engine, clock, config: { sampleData: true } })
  /** Signed in now, as the clock of these tests outlasts sessions. */
  const now = async <P extends { readonly id: number }>(person: P) => ({
    ...person,
    token: await parts.tokens.issue(person.id, false),
  })
  const root = () => now(first)
  const contacts = async () => ({
    service_id: await make.serviceId('sample'),
    component: '_table/contact/*',
    verbs: ['GET'] as const,
  })
  const reader = async () => {
    const role = await make.role({ access: [await contacts()] })
    const app = await make.app({ role_id: role.id })
    return { app, user: await make.user(), role }
  }
  const ask = async (by: object, body: object = asked) =>
    send<Made>('POST', 'system/access_request', { ...by, body: { resource: [body] } })
  const decide = async (id: number | undefined, body: object, by?: object) =>
    send('PATCH', `system/access_request/${id}`, { ...(by ?? { as: await root() }), body })
  const idOf = (answer: { readonly body: Made }) => answer.body.resource[0]?.id

  it('of one call are all stored, or none', async () => {
    const { app } = await reader()
    const many = Array.from({ length: 6 }, (_, at) => ({ ...asked, component: `_table/t${at}/*` }))
    const all = (resource: object[]) =>
      send<Made>('POST', 'system/access_request', { key: app.api_key, body: { resource } })
    expect((await all(many)).status).toBe(429)
    expect((await all([asked, { ...asked, service: 'nowhere' }])).status).toBe(404)
    const own = await send<Rows>('GET', 'system/access_request', { key: app.api_key })
    expect(own.body.resource).toEqual([])
    const { status, body } = await all([...many.slice(0, 5), ...many.slice(0, 1)])
    expect([status, new Set(body.resource.map(({ id }) => id)).size]).toEqual([201, 5])
  })

  it('are refused without a caller, for other people’s administrators, and with what makes no sense', async () => {
    expect((await ask({})).status).toBe(400)
    expect(await ask({ as: await root() })).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('everything') } },
    })
    const { app } = await reader()
    for (const [body, name] of [
      [{ ...asked, service: '' }, 'service'],
      [{ ...asked, service: 'system' }, 'service'],
      [{ ...asked, component: 'a*b' }, 'component'],
      [{ ...asked, verbs: ['READ'] }, 'verbs'],
      [{ ...asked, note: 'x'.repeat(1001) }, 'note'],
    ] as const) {
      expect(await ask({ key: app.api_key }, body), name).toMatchObject({
        status: 400,
        body: { error: { context: { [name]: [expect.any(String)] } } },
      })
    }
    expect((await ask({ key: app.api_key }, { ...asked, service: 'nothing' })).status).toBe(404)
    expect((await send('DELETE', 'system/access_request/1', { as: await root() })).status).toBe(400)
  })

  it('are at most 5 open and 20 a day, and an equal one is the same', async () => {
    const { app } = await reader()
    const by = { key: app.api_key }
    const one = await ask(by)
    expect(idOf(await ask(by))).toBe(idOf(one))
    for (const name of ['a', 'b', 'c', 'd']) expect((await ask(by, { ...asked, component: name })).status).toBe(201)
    expect((await ask(by, { ...asked, component: 'e' })).status).toBe(429)
    for (let at = 0; at < 15; at++) {
      const open = await send<Rows>('GET', 'system/access_request?filter=status=pending&limit=1', by)
      expect((await decide(Number(open.body.resource[0]?.id), { status: 'denied' })).status).toBe(200)
      expect((await ask(by, { ...asked, component: `x${at}` })).status).toBe(201)
    }
    const open = await send<Rows>('GET', 'system/access_request?filter=status=pending&limit=1', by)
    await decide(Number(open.body.resource[0]?.id), { status: 'denied' })
    expect((await ask(by, { ...asked, component: 'y' })).status).toBe(429)
  })

  it('tell of 20 names a day at most whether there is such a service', async () => {
    const { app } = await reader()
    const by = { key: app.api_key }
    const guess = (at: number) => ask(by, { ...asked, service: `guess${at}` })
    for (let at = 0; at < 20; at++) {
      expect((await ask(by)).status).toBe(201)
      expect((await guess(at)).status).toBe(404)
    }
    expect([(await guess(20)).status, (await ask(by)).status]).toEqual([429, 429])
    expect((await ask({ key: (await reader()).app.api_key })).status).toBe(201)
  })

  it('are shown to those who made them and to those who decide', async () => {
    const mine = await reader()
    const other = await reader()
    const id = idOf(await ask({ key: mine.app.api_key }))
    const seen = async (by: object) => {
      const { body } = await send<Rows>('GET', 'system/access_request?fields=*', by)
      return body.resource.map((row) => row.id)
    }
    expect(await seen({ key: mine.app.api_key })).toEqual([id])
    expect(await seen({ key: other.app.api_key })).toEqual([])
    expect(await seen({ as: await root() })).toContain(id)
    expect((await send('GET', `system/access_request/${id}`, { key: other.app.api_key })).status).toBe(404)
    expect((await decide(id, { status: 'approved' }, { key: mine.app.api_key })).status).toBe(401)
  })

  it('are decided by people only, once, and never for themselves', async () => {
    const { app } = await reader()
    const id = idOf(await ask({ key: app.api_key }))
    const wide = await make.role({ access: [{ service_id: null, component: '*', verbs: ['GET', 'PATCH'] }] })
    const powerful = await make.app({ role_id: wide.id })
    expect(await decide(id, { status: 'approved' }, { key: powerful.api_key })).toMatchObject({ status: 403 })
    expect(await decide(id, { status: 'approved', until: '2020-01-01' })).toMatchObject({ status: 400 })
    expect(await decide(id, { status: 'approved', filters: 'all' })).toMatchObject({ status: 400 })
    const [one, other] = await Promise.all([decide(id, { status: 'approved' }), decide(id, { status: 'denied' })])
    expect([one.status, other.status].toSorted()).toEqual([200, 409])
    const person = await make.admin({ roles: [{ app_id: powerful.id, role_id: wide.id }] })
    const own = idOf(await ask({ as: await now(person), key: powerful.api_key }))
    expect(await decide(own, { status: 'approved' }, { as: await now(person), key: powerful.api_key })).toMatchObject({
      status: 403,
    })
  })

  it('are never granted beyond the rights of those who decide, at that moment', async () => {
    const system = await make.serviceId('system')
    const decider = { service_id: system, component: 'access_request/*', verbs: ['GET', 'PATCH'] as const }
    const sample = { service_id: await make.serviceId('sample'), component: '*', verbs: ['GET', 'POST'] as const }
    const role = await make.role({ access: [decider, sample] })
    const entry = await make.app()
    const admin = await make.admin({ roles: [{ app_id: entry.id, role_id: role.id }] })
    const by = async () => ({ as: await now(admin), key: entry.api_key })
    const { app } = await reader()
    const id = idOf(await ask({ key: app.api_key }))
    const beyond = { status: 403, body: { error: { message: expect.stringContaining('lack') } } }
    expect(await decide(id, { status: 'approved', verbs: ['GET', 'DELETE'] }, await by())).toMatchObject(beyond)
    const path = `system/role/${role.id}?related=role_service_access_by_role_id`
    const before = await send<{ role_service_access_by_role_id: { id: number; service_id: number }[] }>('GET', path, {
      as: await root(),
    })
    const row = before.body.role_service_access_by_role_id.find((each) => each.service_id !== system)
    const setMask = async (verb_mask: number) =>
      send('PATCH', `system/role/${role.id}`, {
        as: await root(),
        body: { role_service_access_by_role_id: [{ id: row?.id, verb_mask }] },
      })
    await setMask(2)
    expect(await decide(id, { status: 'approved' }, await by())).toMatchObject(beyond)
    await setMask(3)
    expect(await decide(id, { status: 'approved' }, await by())).toMatchObject({ status: 200 })
  })

  it('grant to the one who asked only, with verbs and rows of choice, to the second, and can be revoked', async () => {
    const mine = await reader()
    const read = (path: string, by: object) => send<Rows>('GET', path, by)
    const by = { key: mine.app.api_key }
    expect((await read(`sample/${table}`, by)).status).toBe(401)
    const id = idOf(await ask(by))
    const filters = [{ name: 'id', operator: '<', value: '3' }]
    const until = new Date(clock() + 10_000).toISOString()
    expect((await decide(id, { status: 'approved', filters, until })).status).toBe(200)
    const rows = await read(`sample/${table}?fields=id`, by)
    expect({ status: rows.status, ids: rows.body.resource.map((row) => row.id) }).toEqual({ status: 200, ids: [1, 2] })
    expect((await read('sample/_table/contact?limit=1', by)).status).toBe(200)
    expect((await send('POST', `sample/${table}`, { ...by, body: { resource: [{}] } })).status).toBe(401)
    // Neither another app with the same role, nor a person with this app's key.
    const sibling = await make.app({ role_id: mine.role.id })
    expect((await read(`sample/${table}`, { key: sibling.api_key })).status).toBe(401)
    expect((await read(`sample/${table}`, { ...by, as: await now(mine.user) })).status).toBe(403)
    const { body } = await send<{
      considered: { granted?: { request: number }; decides: boolean }[]
      allowed: boolean
    }>('POST', 'system/access_explanation', {
      as: await root(),
      body: { verb: 'GET', path: `sample/${table}`, app_id: mine.app.id },
    })
    expect(body).toMatchObject({ allowed: true })
    expect(body.considered.find(({ granted }) => granted?.request === id)).toMatchObject({ decides: true })
    clock.advance(10)
    expect((await read(`sample/${table}`, by)).status).toBe(401)
    expect((await read(`system/access_request/${id}`, by)).body).toMatchObject({ status: 'expired', service: 'sample' })

    const again = idOf(await ask(by))
    await decide(again, { status: 'approved' })
    expect((await read(`sample/${table}?limit=1`, by)).status).toBe(200)
    expect((await decide(again, { status: 'expired' })).status).toBe(200)
    expect((await read(`sample/${table}`, by)).status).toBe(401)
    const log = await read(`system/audit?filter=(resource=access_request) and (record_id=${again})&order=id`, {
      as: await root(),
    })
    expect(log.body.resource.map((row) => row.action)).toEqual(['created', 'modified', 'modified'])
  })

  it('give rights to a person without a role, add rows to those of a role, and cannot be handed on', async () => {
    const service_id = await make.serviceId('sample')
    const entry = await make.app()
    const user = await make.user()
    const by = async () => ({ as: await now(user), key: entry.api_key })
    expect((await send('GET', `sample/${table}`, await by())).status).toBe(403)
    const id = idOf(await ask(await by()))
    await decide(id, { status: 'approved' })
    expect((await send('GET', `sample/${table}?limit=1`, await by())).status).toBe(200)
    expect((await send<object>('GET', 'user/session', await by())).body).not.toHaveProperty('role')

    const role = await make.role({})
    const own = {
      service_id,
      component: `${table}/*`,
      verb_mask: 1,
      requestor_mask: 1,
      filters: [{ name: 'id', operator: '=', value: '1' }],
    }
    await send('PATCH', `system/role/${role.id}`, { as: await root(), body: { role_service_access_by_role_id: [own] } })
    const app = await make.app({ role_id: role.id })
    const more = idOf(await ask({ key: app.api_key }))
    await decide(more, {
      status: 'approved',
      filters: [{ name: 'id', operator: '=', value: '3' }],
      until: new Date(clock() + 1000 * day).toISOString(),
    })
    const rows = () => send<Rows>('GET', `sample/${table}?fields=id&order=id`, { key: app.api_key })
    expect((await rows()).body.resource).toEqual([{ id: 1 }, { id: 3 }])
    clock.advance(day)
    expect((await rows()).body.resource).toEqual([{ id: 1 }])
  })
})

describe('the calls of agents', () => {
  const { send, root, make } = sharedInstance({ config: { sampleData: true } })

  it('are refused without a key, and are no others than two', async () => {
    expect((await send('GET', 'agent/catalog')).status).toBe(401)
    const { api_key: key } = await make.app()
    for (const path of ['agent/inbox', 'agent/resolve', 'agent']) {
      expect((await send('GET', path, { key })).status, path).toBe(404)
    }
    expect((await send('POST', 'agent/request_access', { key, body: { services: [] } })).status).toBe(400)
    expect((await send('POST', 'agent/catalog', { key, body: {} })).status).toBe(400)
  })

  it('list what an agent may use, and ask for more', async () => {
    const { api_key: key } = await make.app()
    expect((await send('GET', 'agent/catalog', { key })).body).toEqual({ resource: [] })
    const body = { services: ['sample'], operations: ['GET'], note: 'For the report' }
    const asked = await send<{ request_id: number }>('POST', 'agent/request_access', { key, body })
    expect(asked).toMatchObject({ status: 200, body: { status: 'pending', request_id: expect.any(Number) } })
    const path = `system/access_request/${asked.body.request_id}`
    expect((await send('PATCH', path, { as: root, body: { status: 'approved' } })).status).toBe(200)
    expect((await send<Rows>('GET', 'agent/catalog', { key })).body).toMatchObject({ resource: [{ name: 'sample' }] })
  })
})

describe.runIf(await hasPostgresServer())('grants on three nodes', () => {
  it('end on all of them at the same second', async () => {
    const clock = testClock()
    const one = await testInstance({ engine: 'postgres', clock, config: { sampleData: true } })
    const config = { databaseUrl: one.parts.config.databaseUrl, dataFolder: one.parts.config.dataFolder }
    const nodes = [one, await testInstance({ clock, config }), await testInstance({ clock, config })]
    const { api_key: key } = await one.make.app()
    const statuses = () =>
      Promise.all(nodes.map(async ({ send }) => (await send('GET', `sample/${table}?limit=1`, { key })).status))
    expect(new Set(await statuses()).has(200)).toBe(false)
    const made = await one.send<Made>('POST', 'system/access_request', { key, body: { resource: [asked] } })
    const body = { status: 'approved', until: new Date(clock() + 1000).toISOString() }
    await one.send('PATCH', `system/access_request/${made.body.resource[0]?.id}`, { as: one.root, body })
    await expect.poll(statuses).toEqual([200, 200, 200])
    clock.advance(1)
    expect((await statuses()).includes(200)).toBe(false)
  })
})
