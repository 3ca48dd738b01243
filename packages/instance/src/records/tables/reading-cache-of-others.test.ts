import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { openTestInstance as openInstance } from '../../testing/open-test-instance.ts'
import { redisUrl } from '../../testing/redis.ts'
import { restrictedAdmin } from '../../testing/restricted-admin.ts'

describe.each([
  ['in memory', false, null],
  ['in Redis', redisUrl === null, redisUrl],
] as const)('responses cached %s', (_, isAbsent, url) => {
  it.skipIf(isAbsent)('never show a caller what only others may see, also when repeated', async () => {
    const config = { redisUrl: url, secret: randomBytes(32).toString('hex') }
    await using instance = await openInstance({ config })
    const { send, root, make } = instance
    const settings = { database: 'own.sqlite', cache_enabled: true, cache_ttl: 60 }
    const service = { name: 'own', type: 'sqlite', is_active: true, config: settings }
    const made = await send<Made>('POST', 'system/service?fields=id', { as: root, body: { resource: [service] } })
    const field = [
      { name: 'id', type: 'id' },
      { name: 'owner', type: 'string' },
    ]
    const table = { resource: [{ name: 'note', field }] }
    expect((await send('POST', 'own/_schema', { as: root, body: table })).status).toBe(200)

    const app = await make.app()
    const otherApp = await make.app()
    const role = async (name: string, value: string) => {
      const filters = [{ name: 'owner', operator: '=', value }]
      const access = { service_id: made.body.resource[0].id, component: '_table/*', verb_mask: 1, requestor_mask: 1 }
      const body = { resource: [{ name, is_active: true, role_service_access_by_role_id: [{ ...access, filters }] }] }
      return (await send<Made>('POST', 'system/role?fields=id', { as: root, body })).body.resource[0].id
    }
    const byPerson = await role('p', '{user.id}')
    const byApp = await role('a', '{app.id}')
    const fixed = await role('f', 'x')
    const people = [
      await make.user({ roles: [{ app_id: app.id, role_id: byPerson }] }),
      await make.user({ roles: [{ app_id: app.id, role_id: byPerson }] }),
      await make.user({ roles: [{ app_id: app.id, role_id: fixed }] }),
    ]
    const both = await make.user({ roles: [app, otherApp].map(({ id }) => ({ app_id: id, role_id: byApp })) })
    const owners = [...people.slice(0, 2).map(({ id }) => `${id}`), `${app.id + 1000}`, 'x']
    const notes = [...new Set([...owners, String(app.id), String(otherApp.id)])].map((owner) => ({ owner }))
    await send('POST', 'own/_table/note', { as: root, body: { resource: notes } })

    const seen = async (as: { token: string }, key: string) =>
      (await send<{ resource: { owner: string }[] }>('GET', 'own/_table/note?fields=owner', { as, key })).body.resource
    for (const _round of [1, 2]) {
      expect(await seen(root, app.api_key)).toHaveLength(notes.length)
      for (const [at, owner] of [String(people[0]?.id), String(people[1]?.id), 'x'].entries()) {
        expect(await seen(people[at] ?? root, app.api_key)).toEqual([{ owner }])
      }
      for (const { id, api_key } of [app, otherApp]) expect(await seen(both, api_key)).toEqual([{ owner: String(id) }])
    }
    await send('PATCH', `system/role/${fixed}`, {
      as: root,
      body: { role_service_access_by_role_id: [{ id: await ruleOf(fixed), filters: [] }] },
    })
    expect(await seen(people[2] ?? root, app.api_key)).toHaveLength(notes.length)

    async function ruleOf(id: number): Promise<number> {
      const { body } = await send<{ role_service_access_by_role_id: { id: number }[] }>(
        'GET',
        `system/role/${id}?related=role_service_access_by_role_id`,
        { as: root },
      )
      return body.role_service_access_by_role_id[0]?.id ?? 0
    }
  })
})

it('responses are cached by the lookup keys that filter rows, not by those that a restricted administrator gives', async () => {
  await using instance = await openInstance()
  const { send, root, make } = instance
  const config = { database: 'own.sqlite', cache_enabled: true, cache_ttl: 60 }
  const service = { name: 'own', type: 'sqlite', is_active: true, config }
  const made = await send<Made>('POST', 'system/service?fields=id', { as: root, body: { resource: [service] } })
  const field = [
    { name: 'id', type: 'id' },
    { name: 'region', type: 'string' },
  ]
  await send('POST', 'own/_schema', { as: root, body: { resource: [{ name: 'note', field }] } })
  await send('POST', 'own/_table/note', { as: root, body: { resource: [{ region: 'north' }] } })
  const app = await make.app()
  const access = { service_id: made.body.resource[0].id, component: '_table/*', verb_mask: 1, requestor_mask: 1 }
  const filters = [{ name: 'region', operator: '=', value: '{region}' }]
  const role = { name: 'r', is_active: true, role_service_access_by_role_id: [{ ...access, filters }] }
  const { body } = await send<Made>('POST', 'system/role?fields=id', { as: root, body: { resource: [role] } })
  const roles = [{ app_id: app.id, role_id: body.resource[0].id }]
  const northern = await make.user({ roles })
  const other = await make.user({ roles })
  const lookup_by_user_id = [{ name: 'region', value: 'north' }]
  await send('PATCH', `system/user/${northern.id}`, { as: root, body: { lookup_by_user_id } })
  const { as, key } = await restrictedAdmin(instance, ['users'])
  const given = await send('PATCH', `system/user/${other.id}`, { as, key, body: { lookup_by_user_id } })
  expect(given.status).toBe(200)

  const read = (as: { token: string }) => send('GET', 'own/_table/note?fields=region', { as, key: app.api_key })
  expect((await read(other)).status).toBe(403)
  expect((await read(northern)).body).toEqual({ resource: [{ region: 'north' }] })
  expect((await read(other)).status).toBe(403)
})

interface Made {
  readonly resource: [{ readonly id: number }]
}
