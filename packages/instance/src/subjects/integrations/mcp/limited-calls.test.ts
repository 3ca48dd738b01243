import { beforeAll, describe, expect, it } from 'vitest'
import { mcpSender } from '../../../testing/mcp/mcp-client.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'

describe('limits on tool calls', () => {
  const { send, root, make } = sharedInstance({ config: { sampleData: true } })
  const as = { as: root }
  const create = async (name: string, config: object) => {
    const settings = { allow_session_auth: true, exposed_services: ['sample'], ...config }
    const record = { name, label: name, type: 'mcp', is_active: true, config: settings }
    expect((await send('POST', 'system/service', { ...as, body: { resource: [record] } })).status).toBe(201)
  }
  beforeAll(() => create('plain', {}))
  const plain = mcpSender(send, 'plain')

  it('count tool calls toward limits', async () => {
    const app = await make.app({
      role_id: (await make.role({ access: [{ service_id: null, component: '*', verbs: ['GET'] }] })).id,
    })
    await create('limited', { allow_api_key_auth: true })
    const limit = { name: 'few', type: 'instance.service', rate: 2, period: 'day', is_active: true }
    const { body } = await send<{ resource: { id: number }[] }>('GET', 'system/service?filter=name=limited', as)
    const made = await send('POST', 'system/limit', { ...as, body: { ...limit, service_id: body.resource[0]?.id } })
    expect(made.status).toBeLessThan(300)
    const { call } = mcpSender(send, 'limited')
    const outcomes: string[] = []
    for (let at = 0; at < 3; at++) outcomes.push((await call('get_tables', {}, { key: app.api_key })).text.slice(0, 6))
    expect(outcomes).toEqual(['Data, ', 'Data, ', 'Limit:'])
    const { message } = mcpSender(send, 'limited')
    // The library handles all other messages.
    for (const more of [{}, { _meta: { 'test.example/other': 1 } }]) {
      const params = { name: 'get_tables', arguments: {}, ...more }
      const { status, headers, body } = await message('tools/call', params, { key: app.api_key })
      expect([status, body.result?.isError]).toEqual([429, true])
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    }
    expect((await message('tools/list', {}, { key: app.api_key })).status).toBe(200)
  })

  it('count them toward limits of the called service as well, also for administrators', async () => {
    const limit = { name: 'sample', type: 'instance.service', rate: 1, period: 'day', is_active: true }
    const made = { ...limit, service_id: await make.serviceId('sample') }
    const { body } = await send<{ id: number }>('POST', 'system/limit', { ...as, body: made })
    expect((await plain.call('get_tables', {}, as)).isError).toBe(false)
    const refused = await plain.message('tools/call', { name: 'get_tables', arguments: {} }, as)
    expect(refused.status).toBe(200)
    expect(refused.body.result?.content?.[0]?.text).toMatch(/^Limit: .* Try again in \d+ seconds\./)
    expect((await send('GET', 'sample/_table', as)).status).toBe(200)
    const { body: found } = await send<{ resource: { id: number }[] }>('GET', 'system/limit?filter=name=sample', as)
    await send('DELETE', `system/limit/${found.resource[0]?.id ?? body.id}`, as)
  })
})
