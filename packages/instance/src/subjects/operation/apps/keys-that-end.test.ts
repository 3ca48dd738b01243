import { describe, expect, it } from 'vitest'
import { testClock } from '../../../testing/test-clock.ts'
import { sharedInstance, testInstance } from '../../../testing/test-instance.ts'
import { hasPostgresServer } from '../../../testing/test-postgres.ts'
import { engines } from '../../../testing/test-store.ts'

interface RotatedApp {
  readonly api_key: string
  readonly previous_key_until: string | null
}

const day = 86_400_000

describe.each(engines)('keys that end, on %s', (engine) => {
  const clock = testClock()
  const { send, root: first, make, keyWarnings, parts } = sharedInstance({ engine, clock })
  /** Signed in now, as the clock of these tests outlasts sessions. */
  const root = async () => ({ ...first, token: await parts.tokens.issue(first.id, false) })
  const at = (ms: number) => new Date(clock() + ms).toISOString()
  const change = async (id: number, body: object, query = '') =>
    send<RotatedApp>('PATCH', `system/app/${id}${query}`, { as: await root(), body })
  const reader = () => make.role({ access: [{ service_id: null, component: '*', verbs: ['GET'] }] })
  const use = (key: string) => send('GET', 'system/environment', { key })

  it('refuses ends, owners, kinds and overlaps that make no sense', async () => {
    const { id } = await make.app()
    for (const body of [
      { expires_at: 'tomorrow' },
      { expires_at: '2027-02-30T99:00:00Z' },
      { kind: 'robot' },
      { owner_id: 999_999 },
    ]) {
      expect(await change(id, body), JSON.stringify(body)).toMatchObject({
        status: 400,
        body: { error: { context: { [String(Object.keys(body)[0])]: [expect.any(String)] } } },
      })
    }
    const { body } = await send<{ resource: [{ id: number }] }>('GET', 'system/app?filter=name=admin', {
      as: await root(),
    })
    expect(await change(body.resource[0].id, { expires_at: at(day) })).toMatchObject({
      status: 400,
      body: { error: { context: { expires_at: ["The console's own key has no end and no owner."] } } },
    })
    for (const overlap of ['25', '-1', 'long', '1e1']) {
      expect(await change(id, {}, `?rotate=true&overlap=${overlap}`), overlap).toMatchObject({
        status: 400,
        body: { error: { context: { overlap: [expect.stringContaining('24')] } } },
      })
    }
  })

  it('refuses a key from its end on with a sentence, also where it was used before, and an unknown key as ever', async () => {
    const { id, api_key } = await make.app()
    expect((await use(api_key)).status).toBe(200)
    expect((await change(id, { expires_at: at(5000) })).status).toBe(200)
    expect((await use(api_key)).status).toBe(200)
    const user = await make.user()
    expect((await send('GET', 'user/profile', { as: user, key: api_key })).status).toBe(200)
    clock.advance(5)
    const ended = {
      status: 401,
      body: { error: { message: expect.stringMatching(/^This API key ended on .* UTC\.$/) } },
    }
    expect(await use(api_key)).toMatchObject(ended)
    expect(await send('GET', 'user/profile', { as: user, key: api_key })).toMatchObject(ended)
    expect((await use('f'.repeat(64))).status).toBe(200)
    await change(id, { expires_at: null })
    expect((await use(api_key)).status).toBe(200)
  })

  it('turns a key off with its owner, and back on with them, but not after their deletion', async () => {
    const owner = await make.user()
    const { id, api_key } = await make.app()
    await change(id, { owner_id: owner.id })
    expect((await use(api_key)).status).toBe(200)
    await send('PATCH', `system/user/${owner.id}`, { as: await root(), body: { is_active: false } })
    expect(await use(api_key)).toMatchObject({
      status: 403,
      body: { error: { message: expect.stringContaining('owner') } },
    })
    await send('PATCH', `system/user/${owner.id}`, { as: await root(), body: { is_active: true } })
    expect((await use(api_key)).status).toBe(200)
    expect((await send('DELETE', `system/user/${owner.id}`, { as: await root() })).status).toBe(200)
    expect(await use(api_key)).toMatchObject({ status: 403 })
    expect((await send('GET', `system/app/${id}`, { as: await root() })).body).toMatchObject({
      is_active: false,
      owner_id: null,
    })
  })

  it('rotates: shows the new key once, and takes both for the overlap', async () => {
    const { id, api_key: old } = await make.app({ role_id: (await reader()).id })
    const { status, body } = await change(id, {}, '?rotate=true&overlap=1')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      api_key: expect.stringMatching(/^[0-9a-f]{64}$/),
      previous_key_until: expect.any(String),
    })
    const read = await send<RotatedApp>('GET', `system/app/${id}`, { as: await root() })
    expect(read.body).toMatchObject({ api_key: '**********', key_hidden: true })
    const list = await send('GET', 'system/app?fields=api_key', { as: await root() })
    expect(JSON.stringify(list.body)).not.toContain(body.api_key)
    const echo = await send('GET', 'system/role', { key: old })
    expect(echo.status).toBe(200)
    expect((await use(body.api_key)).status).toBe(200)
    clock.advance(3600)
    expect(await use(old)).toMatchObject({ status: 401 })
    expect((await use(body.api_key)).status).toBe(200)
    const other = await make.app()
    expect(await change(other.id, { api_key: old })).toMatchObject({ status: 400 })
    const shown = await change(id, {}, '?regenerate=true&fields=*')
    expect(shown.body).toMatchObject({ api_key: expect.stringMatching(/^[0-9a-f]{64}$/), key_hidden: false })
    const at0 = await change(id, {}, '?rotate=true&overlap=0')
    expect(await use(shown.body.api_key)).toMatchObject({ status: 200 })
    expect(await send('GET', 'system/role', { key: shown.body.api_key })).not.toMatchObject({ status: 200 })
    expect((await send('GET', 'system/role', { key: at0.body.api_key })).status).toBe(200)
  })

  it('lets a key replace itself only if its app says so, and change nothing else', async () => {
    const { id, api_key } = await make.app({ role_id: (await reader()).id })
    const other = await make.app()
    await change(other.id, { self_rotate: true })
    const path = `system/app/${id}?rotate=true`
    expect(await send('PUT', path, { key: api_key })).toMatchObject({ status: 401 })
    await change(id, { self_rotate: true, expires_at: at(day) })
    expect(await send('PUT', `system/app/${other.id}?rotate=true`, { key: api_key })).toMatchObject({ status: 401 })
    expect(await send('PUT', `system/app/${id}`, { key: api_key, body: { name: 'mine' } })).toMatchObject({
      status: 401,
    })
    expect(await send('PUT', path, { key: api_key, body: { expires_at: null } })).toMatchObject({ status: 403 })
    const user = await make.user()
    expect(await send('PUT', path, { as: user, key: api_key })).toMatchObject({ status: 403 })
    const { status, body } = await send<RotatedApp>('POST', `${path}&overlap=0.5&fields=*&related=role_by_role_id`, {
      key: api_key,
    })
    expect({ status, members: Object.keys(body).sort() }).toEqual({
      status: 200,
      members: ['api_key', 'id', 'previous_key_until'],
    })
    expect(await send('PUT', path, { key: api_key }), 'the replaced key').toMatchObject({ status: 401 })
    expect(await send('PUT', path, { key: body.api_key })).toMatchObject({ status: 200 })
    clock.advance(day / 1000)
    expect(await send('PUT', path, { key: body.api_key })).toMatchObject({ status: 401 })
    expect(await change(id, {}, '?rotate=true')).toMatchObject({ status: 409 })
  })

  it('does not let a restricted administrator prolong a key with rights that they lack', async () => {
    const system = await parts.store.db.selectFrom('service').select('id').where('name', '=', 'system').execute()
    const access = system.map(({ id }) => ({
      service_id: id,
      component: 'app/*',
      verbs: ['GET', 'PUT', 'PATCH'] as const,
    }))
    const apps = await make.role({ access })
    const entry = await make.app()
    const admin = await make.admin({ roles: [{ app_id: entry.id, role_id: apps.id }] })
    const { id } = await make.app({ role_id: (await reader()).id })
    await change(id, { expires_at: at(day) })
    for (const body of [{ expires_at: null }, { owner_id: first.id }, { self_rotate: true }]) {
      const answer = await send('PATCH', `system/app/${id}`, { as: admin, key: entry.api_key, body })
      expect(answer, JSON.stringify(body)).toMatchObject({ status: 403 })
    }
  })

  it('warns once of each end, seven days before', async () => {
    const owner = await make.user()
    const { id } = await make.app()
    await change(id, { owner_id: owner.id, expires_at: at(8 * day) })
    const warned = async () =>
      (await parts.store.db.selectFrom('app').select('warned_of').where('id', '=', id).executeTakeFirst())?.warned_of
    await keyWarnings.look()
    expect(await warned()).toBeNull()
    clock.advance(day / 1000 + 1)
    await keyWarnings.look()
    const first = await warned()
    expect(first).toEqual(expect.any(String))
    await change(id, { expires_at: at(6 * day) })
    await keyWarnings.look()
    expect(await warned()).not.toBe(first)
  })
})

describe.runIf(await hasPostgresServer())('keys that end, on three nodes', () => {
  it('are refused from their end on by every node, whatever it was told', async () => {
    const clock = testClock()
    const first = await testInstance({ engine: 'postgres', clock })
    const config = { databaseUrl: first.parts.config.databaseUrl }
    const nodes = [first, await testInstance({ clock, config }), await testInstance({ clock, config })]
    const { id, api_key } = await first.make.app()
    const expires_at = new Date(clock() + 1000).toISOString()
    await first.send('PATCH', `system/app/${id}`, { as: first.root, body: { expires_at } })
    const statuses = () =>
      Promise.all(nodes.map(async ({ send }) => (await send('GET', 'system/environment', { key: api_key })).status))
    expect(await statuses()).toEqual([200, 200, 200])
    clock.advance(1)
    expect(await statuses()).toEqual([401, 401, 401])
  })
})
