import { describe, expect, it } from 'vitest'
import { sharedInstance } from '../../../testing/test-instance.ts'

describe('settings of an MCP service', () => {
  const { send, root, make } = sharedInstance({ config: { sampleData: true } })
  const as = { as: root }
  const create = (name: string, config: object) =>
    send('POST', 'system/service', { ...as, body: { name, label: name, type: 'mcp', is_active: true, config } })
  const databases = { exposed_services: ['sample'] }

  it('rejects two services whose tools would have the same names, also after a rename', async () => {
    const { body } = await create('clash', { exposed_services: ['a-b', 'A_B'] })
    expect(JSON.stringify(body)).toMatch(/"code":409.*tools of 'a-b'/)
    const database = { label: 'A', type: 'sqlite', is_active: true, config: { database: 'clash.sqlite' } }
    for (const name of ['a-one', 'a-two']) await send('POST', 'system/service', { ...as, body: { ...database, name } })
    await create('both', { exposed_services: ['a-one', 'a-two'] })
    const id = await make.serviceId('a-two')
    expect((await send('PATCH', `system/service/${id}`, { ...as, body: { name: 'A_one' } })).status).toBe(409)
    expect((await send('PATCH', `system/service/${id}`, { ...as, body: { name: 'a-three' } })).status).toBe(200)
  })

  it('rejects unknown settings, as a mistyped limit would have no effect', async () => {
    const { status, body } = await create('mistyped', { ...databases, allow_write: false })
    expect({ status, body: JSON.stringify(body) }).toMatchObject({
      status: 400,
      body: expect.stringContaining("There is no setting 'allow_write'."),
    })
    expect((await create('bad', { ...databases, allow_writes: 'perhaps' })).status).toBe(400)
    expect((await create('elsewhere', { ...databases, scope_tools: null })).status).toBe(201)
  })
})
