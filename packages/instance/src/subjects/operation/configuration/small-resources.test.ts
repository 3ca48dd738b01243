import { describe, expect, it } from 'vitest'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { engines } from '../../../testing/test-store.ts'

describe.each(engines)('global lookup keys on %s', (engine) => {
  const { send, root, make, parts } = sharedInstance({ engine })
  const create = (body: object) =>
    send<{ resource: [{ id: number }] }>('POST', 'system/lookup?fields=*', { as: root, body })

  it('have unique names, which owned ones may also use', async () => {
    await create({ name: 'shared' })
    expect(await create({ name: 'shared' })).toMatchObject({
      body: { error: { context: { resource: [{ context: { name: [expect.stringContaining('already in use')] } }] } } },
    })
    const user = await make.user()
    const owned = { lookup_by_user_id: [{ name: 'shared', value: 'own' }] }
    expect((await send('PATCH', `system/user/${user.id}`, { as: root, body: owned })).status).toBe(200)
    expect((await send('GET', 'system/lookup?count_only=true', { as: root })).body).toBe(1)
    const row = await parts.store.db.selectFrom('lookup').select('id').where('user_id', '=', user.id).executeTakeFirst()
    for (const verb of ['GET', 'PATCH', 'DELETE']) {
      const body = verb === 'PATCH' ? { value: 'taken' } : undefined
      expect((await send(verb, `system/lookup/${row?.id}`, { as: root, body })).status).toBe(404)
    }
  })

  it('are encrypted at rest, cannot be searched by value, and are returned unless private', async () => {
    const { body } = await create({ name: 'site', value: 'north', user_id: root.id })
    expect(body.resource[0]).toMatchObject({
      value: 'north',
      private: false,
      allow_user_update: false,
      allow_admin_update: false,
    })
    expect(body.resource[0]).not.toHaveProperty('user_id')
    const row = await parts.store.db
      .selectFrom('lookup')
      .selectAll()
      .where('name', '=', 'site')
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ user_id: null, role_id: null, app_id: null })
    expect(row.value).not.toContain('north')
    expect((await send('GET', 'system/lookup?filter=value=north', { as: root })).status).toBe(400)
    const hidden = await send('PATCH', `system/lookup/${row.id}?fields=value`, { as: root, body: { private: true } })
    expect(hidden.body).toEqual({ value: '**********' })
  })
})

describe.each(engines)('CORS entries on %s', (engine) => {
  const { send, root } = sharedInstance({ engine })
  it.each([
    [
      ['GET', 'post'],
      ['GET', 'POST'],
    ],
    ['GET, PATCH', ['GET', 'PATCH']],
    [3, ['GET', 'POST']],
    ['31', ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']],
    [null, []],
    [undefined, []],
    ['', []],
  ])('accept %o as verbs', async (method, expected) => {
    const body = { path: `api/${JSON.stringify(method)}`, origin: '*', method }
    const answer = await send('POST', 'system/cors?fields=method,enabled,max_age', { as: root, body })
    expect(answer.body).toEqual({ resource: [{ method: expected, enabled: true, max_age: 0 }] })
  })
})

describe.each(engines)('custom values on %s', (engine) => {
  const { send, root, parts } = sharedInstance({ engine })
  const read = async (name: string) => await send('GET', `system/custom/${name}`, { as: root })

  it('are rejected without a name, or if nested too deeply', async () => {
    expect((await send('POST', 'system/custom', { as: root, body: { value: 1 } })).status).toBe(400)
    const value = JSON.parse(`${'['.repeat(80)}${']'.repeat(80)}`)
    expect((await send('POST', 'system/custom', { as: root, body: { name: 'deep', value } })).status).toBe(400)
  })

  it('are not found unless set', async () => {
    expect((await read('nothing')).status).toBe(404)
    expect((await send('PATCH', 'system/custom/nothing', { as: root, body: { value: 1 } })).status).toBe(404)
    expect((await send('DELETE', 'system/custom/nothing', { as: root })).status).toBe(404)
  })

  it.each([[{ a: [1, null] }], [[]], ['text'], [0], [false], [null], ['']])(
    'are returned bare, such as %o',
    async (value) => {
      const set = await send('POST', 'system/custom?fields=name,value', { as: root, body: [{ name: 'any', value }] })
      expect(set).toMatchObject({ status: 201, body: { resource: [{ name: 'any', value }] } })
      const { status, headers, body } = await read('any')
      expect({ status, body: body === '' ? value : body }).toEqual({ status: 200, body: value })
      expect(headers.etag).toMatch(/^"any-\d+"$/)
    },
  )

  it('are replaced and deleted by name, and cannot be renamed', async () => {
    await send('POST', 'system/custom', { as: root, body: { name: 'home_links', value: 1 } })
    await send('POST', 'system/custom', { as: root, body: { resource: [{ name: 'home_links', value: 2 }] } })
    const renamed = await send('PATCH', 'system/custom/home_links', { as: root, body: { name: 'other', value: 3 } })
    expect(renamed).toMatchObject({ status: 200, body: { name: 'home_links' } })
    const list = await send('GET', 'system/custom?filter=name=home_links', { as: root })
    expect(list.body).toMatchObject({ resource: [{ name: 'home_links', value: 3, created_by_id: root.id }] })
    expect((await send('DELETE', 'system/custom/home_links', { as: root })).body).toEqual({ name: 'home_links' })
    expect((await read('home_links')).status).toBe(404)
  })

  it('may have slashes in their names', async () => {
    await send('POST', 'system/custom', { as: root, body: { name: 'theme/dark', value: 1 } })
    expect((await read('theme')).status).toBe(404)
    expect(await read('theme/dark')).toMatchObject({ status: 200, body: 1 })
    expect(await send('DELETE', 'system/custom/theme%2Fdark', { as: root })).toMatchObject({ status: 200 })
  })

  it('do not affect values of people with the same name', async () => {
    const date = '2026-01-01T00:00:00.000000Z'
    const own = { name: 'both', user_id: root.id, value: '"own"', created_date: date, last_modified_date: date }
    await parts.store.db.insertInto('custom').values(own).execute()
    await send('POST', 'system/custom', { as: root, body: { name: 'both', value: 'ours' } })
    await send('PATCH', 'system/custom/both', { as: root, body: { value: 'still ours' } })
    expect((await read('both')).body).toBe('still ours')
    await send('DELETE', 'system/custom/both', { as: root })
    const left = await parts.store.db.selectFrom('custom').select('value').where('name', '=', 'both').execute()
    expect(left).toEqual([{ value: '"own"' }])
  })
})
