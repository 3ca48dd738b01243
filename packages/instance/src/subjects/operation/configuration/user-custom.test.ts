import { describe, expect, it } from 'vitest'
import { fixture } from '../../../testing/fixture.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { engines } from '../../../testing/test-store.ts'

describe.each(engines)('custom values of users on %s', (engine) => {
  const { send, root, make } = sharedInstance({ engine })
  const app = fixture(async () => {
    const service_id = await make.serviceId('user')
    const access = [{ service_id, component: 'custom/*', verbs: ['GET', 'POST', 'PATCH', 'DELETE'] }] as const
    return make.app({ role_id: (await make.role({ access })).id })
  })
  const ann = fixture(() => make.user())
  const bob = fixture(() => make.user())
  const call = (method: string, path: string, as: { token: string } | undefined, body?: unknown) =>
    send<{ resource: unknown[] }>(method, `user/custom${path}`, {
      key: app.api_key,
      as,
      ...(body === undefined ? {} : { body }),
    })

  it('require a session, and a role that permits it', async () => {
    expect((await call('GET', '', undefined)).status).toBe(401)
    const { api_key: other } = await make.app({ role_id: (await make.role()).id })
    expect((await send('GET', 'user/custom', { key: other, as: ann })).status).toBe(403)
  })

  it.each([
    [{ value: 1 }],
    [{ name: '', value: 1 }],
    [{ name: 'n'.repeat(256), value: 1 }],
    [{ name: { a: 1 }, value: 1 }],
    [{ resource: [7] }],
  ])('are rejected without a name: %#', async (body) => {
    expect((await call('POST', '', ann, body)).status).toBe(400)
    expect((await call('GET', '', ann)).body).toEqual({ resource: [] })
  })

  it('are rejected if those of a person would have more than 5,000,000 characters together', async () => {
    const half = 'a'.repeat(2_499_000)
    const many = { resource: ['a', 'b', 'c'].map((name) => ({ name, value: half })) }
    const message = 'The custom settings of a person may have at most 5,000,000 characters together.'
    const refused = await call('POST', '?rollback=true', ann, many)
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { context: { resource: expect.arrayContaining([expect.objectContaining({ message })]) } } },
    })
    expect((await call('GET', '', ann)).body).toEqual({ resource: [] })
    expect((await call('POST', '', ann, { resource: many.resource.slice(0, 2) })).status).toBe(201)
    expect((await call('POST', '', bob, many.resource[2])).status).toBe(201)
    for (const who of [ann, bob]) expect((await call('DELETE', '?force=true', who)).status).toBe(200)
  })

  it('are private to their user', async () => {
    expect((await call('POST', '', ann, { name: 'colour', value: 'red' })).status).toBe(201)
    expect((await call('GET', '/colour', bob)).status).toBe(404)
    expect((await call('PATCH', '/colour', bob, { value: 'blue' })).status).toBe(404)
    expect((await call('DELETE', '/colour', bob)).status).toBe(404)
    expect((await call('DELETE', '?force=true', bob)).status).toBe(200)
    expect((await call('GET', '', bob)).body).toEqual({ resource: [] })
    expect((await send('GET', 'system/custom/colour', { as: root })).status).toBe(404)
    expect((await call('POST', '', bob, { name: 'colour', value: 'blue' })).status).toBe(201)
    expect([(await call('GET', '/colour', ann)).body, (await call('GET', '/colour', bob)).body]).toEqual([
      'red',
      'blue',
    ])
  })

  it('accept any JSON, are created or replaced by POST, changed but not renamed, and deleted by name', async () => {
    const both = {
      resource: [
        { name: 'a', value: { deep: [1, null] } },
        { name: 'b', value: false },
      ],
    }
    expect((await call('POST', '', root, both)).body).toEqual({ resource: [{ name: 'a' }, { name: 'b' }] })
    expect((await call('GET', '/a', root)).body).toEqual({ deep: [1, null] })
    expect((await call('POST', '', root, { name: 'a', value: 2 })).status).toBe(201)
    expect((await call('PATCH', '/a', root, { name: 'z', value: 3 })).status).toBe(200)
    expect((await call('GET', '/a', root)).body).toBe(3)
    expect((await call('GET', '/z', root)).status).toBe(404)
    expect((await call('GET', '', root)).body.resource).toMatchObject([
      { name: 'a', value: 3, created_date: expect.any(String), last_modified_date: expect.any(String) },
      { name: 'b', value: false },
    ])
    expect((await call('DELETE', '/a', root)).body).toEqual({ name: 'a' })
    expect((await call('GET', '/a', root)).status).toBe(404)
  })
})
