import { describe, expect, it } from 'vitest'
import { substituteLookups } from '../../../platform/lookup-substitution.ts'
import { fixture } from '../../../testing/fixture.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { engines } from '../../../testing/test-store.ts'

describe.each(engines)('the lookup keys of a caller on %s', (engine) => {
  const { send, root, make, parts } = sharedInstance({ engine })
  const access = fixture(
    async () => [{ service_id: await make.serviceId('system'), component: 'email_preview', verbs: ['POST'] }] as const,
  )
  const role = fixture(() => make.role({ name: 'Writers', access }))
  const app = fixture(() => make.app({ role_id: role.id }))
  const user = fixture(() => make.user({ name: 'Ann', first_name: 'A' }))
  const keys = (from: string, ...names: string[]) => names.map((name) => ({ name, value: `${name} of the ${from}` }))

  async function give(path: string, relation: string, rows: object[]): Promise<void> {
    const { status } = await send('PATCH', path, { as: root, body: { [relation]: rows } })
    expect(status).toBe(200)
  }

  const say = async (text: string, as: { token: string } | undefined = user) => {
    const { body } = await send<{ subject: string }>('POST', 'system/email_preview', {
      as,
      key: app.api_key,
      body: { subject: text },
    })
    return body.subject
  }

  it('come from the user, else the role, else the app, else the instance, and follow every change', async () => {
    expect(await say('{a} {b}')).toBe('{a} {b}')
    const everybody = [...keys('instance', 'a', 'b', 'c', 'd'), { name: 'hidden', value: 'x', private: true }]
    expect((await send('POST', 'system/lookup', { as: root, body: { resource: everybody } })).status).toBe(201)
    await give(`system/app/${app.id}`, 'lookup_by_app_id', keys('app', 'a', 'b', 'c'))
    await give(`system/role/${role.id}`, 'lookup_by_role_id', keys('role', 'a', 'b'))
    await give(`system/user/${user.id}`, 'lookup_by_user_id', keys('user', 'a'))
    expect(await say('{a}, {b}, {c}, {d}')).toBe('a of the user, b of the role, c of the app, d of the instance')
    expect(await say('{a}, {hidden}', root)).toBe('a of the role, {hidden}')
    await give(`system/user/${user.id}`, 'lookup_by_user_id', [{ name: 'a', value: 'anew' }])
    expect(await say('{a}')).toBe('anew')
  })

  it('expose the caller and the address, but no credentials', async () => {
    expect(await say('{user.name} {user.first_name} {user.last_name} {role.name} {app.id} {df.name}')).toBe(
      `Ann A {user.last_name} Writers ${app.id} Millwright`,
    )
    expect(await say('{df.host_url} {user.is_sys_admin}')).toBe('http://localhost:80 false')
    expect(await say('{session.token}{session.id}{app.api_key}')).toBe('{session.token}{session.id}{app.api_key}')
  })

  it('of the instance are used where the caller does not matter, including private ones', async () => {
    const lookups = await parts.lookups.ofInstance()
    expect(substituteLookups('{hidden} {a} {user.id}', lookups, { withPrivate: true })).toBe(
      'x a of the instance {user.id}',
    )
  })
})
