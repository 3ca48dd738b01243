import { beforeAll, describe, expect, it } from 'vitest'
import { fixture } from '../../testing/fixture.ts'
import { sharedInstance } from '../../testing/test-instance.ts'
import { engines } from '../../testing/test-store.ts'

describe.each(engines)('lookups in a filter on %s', (engine) => {
  const { send, root, make } = sharedInstance({ engine })
  const keys = [
    { name: 'family', value: 'Lee' },
    { name: 'sly', value: '" or "1" = "1' },
    { name: 'secret', value: 'Lee', private: true },
  ]
  beforeAll(() => send('POST', 'system/lookup', { as: root, body: { resource: keys } }))
  const ann = fixture(() => make.user({ name: 'Ann', last_name: 'Lee' }))
  beforeAll(() => make.user({ name: 'Bob', last_name: 'Ray' }))
  const names = async (filter: string, more = '', as: { token: string } = root) => {
    const path = `system/user?fields=name&filter=${encodeURIComponent(filter)}${more}`
    const { status, body } = await send<{ resource: { name: string }[] }>('GET', path, { as })
    return status === 200 ? body.resource.map(({ name }) => name) : status
  }

  it('are never private values and never become conditions', async () => {
    expect(await names('last_name = "{secret}"')).toEqual([])
    expect(await names('last_name = "{sly}"')).toEqual([])
    expect(await names('name like "{session.token}"')).toEqual([])
    expect(await names('id = {nothing}')).toBe(400)
  })

  it('are replaced by their values, also in parameters of the filter', async () => {
    expect(await names('(last_name = "{family}") and (name like "A%")')).toEqual(['Ann'])
    expect(await names('last_name in ("{strtolower(family)}", {family})')).toEqual(['Ann'])
    expect(await names('last_name = :who', '&params[who]={family}')).toEqual(['Ann'])
  })

  it('have the caller’s values, not those of an earlier caller', async () => {
    const access = [{ service_id: await make.serviceId('system'), component: 'user/*', verbs: ['GET'] }] as const
    const { api_key: key } = await make.app({ role_id: (await make.role({ access })).id })
    const filter = encodeURIComponent('email = {user.email}')
    const path = `system/user?fields=name&filter=${filter}&api_key=${key}`
    expect((await send('GET', path, { as: root })).body).toEqual({ resource: [] })
    expect((await send('GET', path, { as: ann })).body).toMatchObject({ resource: [{ name: 'Ann' }] })
  })
})
