import { describe, expect, it } from 'vitest'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { engines } from '../../../testing/test-store.ts'

interface App {
  readonly id: number
  readonly api_key: string
  readonly launch_url: string
}

describe.each(engines)('roles on %s', (engine) => {
  const { send, root, make } = sharedInstance({ engine })

  it('of administrators can only be changed by root administrators', async () => {
    const app = await make.app()
    const role = await make.role()
    const other = await make.admin()
    await make.admin({ roles: [{ app_id: app.id, role_id: role.id }] })
    for (const verb of ['PATCH', 'DELETE']) {
      const answer = await send(verb, `system/role/${role.id}`, { as: other, body: { name: 'mine' } })
      expect(answer).toMatchObject({ status: 403, body: { error: { message: expect.stringContaining('root') } } })
    }
    expect((await send('GET', `system/role/${role.id}`, { as: other })).status).toBe(200)
    expect((await send('PATCH', `system/role/${role.id}`, { as: root, body: { name: 'ours' } })).status).toBe(200)
  })

  it('cannot be changed by restricted administrators to lift their own restrictions, or to restrict others', async () => {
    const access = [{ service_id: null, component: '*', verbs: ['GET', 'POST', 'PATCH', 'DELETE'] as const }]
    const app = await make.app()
    const spare = await make.app()
    const role = await make.role({ access })
    const free = await make.role()
    const admin = await make.admin({ roles: [{ app_id: app.id, role_id: role.id }] })
    const user = await make.user({ roles: [{ app_id: spare.id, role_id: free.id }] })
    const as = { as: admin, key: app.api_key }
    const rows = await send<{ user_to_app_to_role_by_app_id: [{ id: number }] }>(
      'GET',
      `system/app/${app.id}?related=user_to_app_to_role_by_app_id`,
      as,
    )
    const { id } = rows.body.user_to_app_to_role_by_app_id[0]
    const usersRow = await send<{ user_to_app_to_role_by_user_id: [{ id: number }] }>(
      'GET',
      `system/user/${user.id}?related=user_to_app_to_role_by_user_id`,
      as,
    )
    const moved = { id: usersRow.body.user_to_app_to_role_by_user_id[0].id, user_id: root.id }
    for (const [verb, path, body] of [
      ['PATCH', `system/app/${app.id}`, { user_to_app_to_role_by_app_id: [{ id, app_id: null }] }],
      ['PATCH', `system/app/${app.id}`, { user_to_app_to_role_by_app_id: [{ id, role_id: free.id }] }],
      ['PATCH', `system/role/${free.id}`, { user_to_app_to_role_by_role_id: [{ app_id: app.id, user_id: root.id }] }],
      ['PATCH', `system/user/${user.id}`, { user_to_app_to_role_by_user_id: [moved] }],
      ['PATCH', `system/role/${role.id}`, { role_service_access_by_role_id: [{ component: '*', verb_mask: 31 }] }],
      ['DELETE', `system/app/${app.id}`, undefined],
      ['DELETE', `system/role/${role.id}`, undefined],
    ] as const) {
      const answer = await send(verb, path, { ...as, body })
      expect(answer, `${verb} ${path} ${JSON.stringify(body)}`).toMatchObject({
        status: 403,
        body: { error: { message: expect.stringContaining('root administrator') } },
      })
    }
    const kept = await send('PATCH', `system/app/${app.id}`, {
      as: root,
      body: { user_to_app_to_role_by_app_id: [{ id, role_id: free.id }] },
    })
    expect(kept.status).toBe(200)
  })

  it('are deleted with their assignments, access rows and keys, and removed from apps', async () => {
    const role = await make.role({ access: [{ service_id: null, component: '*', verbs: ['GET'] }] })
    const app = await make.app({ role_id: role.id })
    const user = await make.user({ roles: [{ app_id: app.id, role_id: role.id }] })
    await send('PATCH', `system/role/${role.id}`, { as: root, body: { lookup_by_role_id: [{ name: 'k' }] } })
    const before = await send('GET', `system/app/${app.id}`, { as: root })
    expect((await send('DELETE', `system/role/${role.id}`, { as: root })).status).toBe(200)
    const after = await send('GET', `system/app/${app.id}`, { as: root })
    expect(after.body).toMatchObject({ role_id: null })
    expect(after.headers.etag).not.toBe(before.headers.etag)
    const related = 'related=user_to_app_to_role_by_user_id'
    const person = await send('GET', `system/user/${user.id}?${related}`, { as: root })
    expect(person.body).toMatchObject({ user_to_app_to_role_by_user_id: [] })
  })

  it.each(['deactivated', 'deleted'])('revoke the tokens of their users when %s', async (what) => {
    const app = await make.app()
    const role = await make.role()
    const linked = await make.user({ roles: [{ app_id: app.id, role_id: role.id }] })
    const free = await make.user()
    expect((await send('GET', 'user/profile', { as: linked })).status).toBe(200)
    await send('PATCH', `system/role/${role.id}`, { as: root, body: { description: 'still good', is_active: true } })
    expect((await send('GET', 'user/profile', { as: linked })).status).toBe(200)
    const path = `system/role/${role.id}`
    if (what === 'deleted') await send('DELETE', path, { as: root })
    else await send('PATCH', path, { as: root, body: { is_active: false } })
    expect((await send('GET', 'user/profile', { as: linked })).status).toBe(403)
    expect((await send('GET', 'user/profile', { as: free })).status).toBe(200)
  })
})

describe.each(engines)('apps on %s', (engine) => {
  const { send, root, make, parts } = sharedInstance({ engine })
  let made = 0
  async function create(more: object = {}): Promise<App> {
    made += 1
    const { body } = await send<{ resource: [App] }>('POST', 'system/app?fields=*', {
      as: root,
      body: { name: `made ${made}`, ...more },
    })
    return body.resource[0]
  }
  const change = (id: number, body: object, query = '') =>
    send<App>('PATCH', `system/app/${id}?fields=*${query}`, { as: root, body })

  it('reject a key that is invalid or belongs to another app', async () => {
    const one = await create()
    const other = await create()
    for (const api_key of ['short', 'ü'.repeat(64), '']) {
      expect(await change(one.id, { api_key })).toMatchObject({
        status: 400,
        body: { error: { context: { api_key: {} } } },
      })
    }
    expect(await change(one.id, { api_key: other.api_key })).toMatchObject({
      status: 400,
      body: { error: { context: { api_key: ['api_key is already in use.'] } } },
    })
  })

  it('get a generated key, unless they specify an unused one', async () => {
    const given = 'k'.repeat(64)
    expect((await create()).api_key).toMatch(/^[0-9a-f]{64}$/)
    expect((await create({ api_key: given })).api_key).toBe(given)
    const second = await create({ api_key: given })
    expect(second.api_key).toMatch(/^[0-9a-f]{64}$/)
    const fresh = await change(second.id, {}, '&regenerate=true')
    expect(fresh.body.api_key).toMatch(/^[0-9a-f]{64}$/)
    expect(fresh.body.api_key).not.toBe(second.api_key)
  })

  it('show when their key was last used, without counting as changed', async () => {
    const { id, api_key } = await create({ is_active: true })
    const read = () => send<{ last_used_date: string | null }>('GET', `system/app/${id}`, { as: root })
    const before = await read()
    expect(before.body.last_used_date).toBeNull()
    await send('GET', 'system/environment', { key: api_key })
    await parts.background.idle()
    const after = await read()
    expect(after.body).toEqual({ ...before.body, last_used_date: expect.stringMatching(/^\d{4}-.*Z$/) })
    expect(after.headers.etag).toBe(before.headers.etag)
    await change(id, { last_used_date: null })
    expect((await read()).body.last_used_date).toBe(after.body.last_used_date)
    await change(id, {}, '&regenerate=true')
    expect((await read()).body.last_used_date).toBeNull()
  })

  it('return their launch URL', async () => {
    const { id: storage_service_id } = await make.service({ name: 'store' })
    const at = async (more: object) =>
      (await create(more)).launch_url.replace(/^http:\/\/localhost(?::80)?(?=\/)/, 'origin')
    expect(await at({ type: 0, path: 'a', url: 'b' })).toBe('')
    expect(await at({ type: 1, storage_service_id, storage_container: '/apps/', path: 'a//index.html' })).toBe(
      'origin/store/apps/a/index.html',
    )
    expect(await at({ type: 1, storage_service_id })).toBe('origin/store')
    expect(await at({ type: 1, path: 'a' })).toBe('')
    expect(await at({ type: 2, url: 'https://example.test/x' })).toBe('https://example.test/x')
    expect(await at({ type: 3, path: '/home/' })).toBe('origin/home')
  })

  it.each(['deactivated', 'deleted'])('revoke the tokens of their users when %s', async (what) => {
    const app = await make.app()
    const role = await make.role()
    const linked = await make.user({ roles: [{ app_id: app.id, role_id: role.id }] })
    await send('PATCH', `system/user/${linked.id}`, { as: root, body: { default_app_id: app.id } })
    expect((await send('GET', 'user/profile', { as: linked })).status).toBe(200)
    if (what === 'deleted') await send('DELETE', `system/app/${app.id}`, { as: root })
    else await change(app.id, { is_active: false })
    expect((await send('GET', 'user/profile', { as: linked })).status).toBe(403)
    const person = await send('GET', `system/user/${linked.id}`, { as: root })
    expect(person.body).toMatchObject({ default_app_id: what === 'deleted' ? null : app.id })
  })
})
