import type { McpCatalog } from '@millwright/contract/wire/mcp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fixture } from '../../../testing/fixture.ts'
import { mcpSender } from '../../../testing/mcp/mcp-client.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { openTestRemote } from '../../../testing/test-remote.ts'

const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } }
const document = {
  openapi: '3.0.3',
  paths: {
    '/page': { get: { operationId: 'getPage', responses: {} } },
    '/parts/{id}': {
      parameters: [id],
      get: { operationId: 'getPart', summary: 'One part', parameters: [id], responses: {} },
      delete: { operationId: 'dropPart', summary: 'Drops a part', parameters: [id], responses: {} },
    },
  },
}

describe('operations of other APIs', () => {
  const remote = fixture(() => openTestRemote())
  afterAll(() => remote.close())
  const { send, root, make } = sharedInstance(() => ({
    config: { sampleData: true, allowPrivateHosts: [`127.0.0.1:${remote.port}`] },
  }))
  const as = { as: root }
  async function create(name: string, type: string, settings: object, more = {}): Promise<string> {
    const record = { name, label: name, type, is_active: true, config: settings, ...more }
    const body = { resource: [record] }
    const made = await send<{ resource: { id: number }[] }>('POST', 'system/service?fields=id', { ...as, body })
    expect(made.status).toBe(201)
    return `system/service/${made.body.resource[0]?.id}`
  }
  let parts: string
  beforeAll(async () => {
    parts = await create(
      'Parts-Shop',
      'rws',
      { base_url: `http://127.0.0.1:${remote.port}/base` },
      { service_doc_by_service_id: { format: 0, content: JSON.stringify(document) } },
    )
  })
  const shown = { exposed_services: ['sample', 'parts-shop'], allow_session_auth: true, allow_api_key_auth: true }
  let assistant: string
  beforeAll(async () => {
    assistant = await create('assistant', 'mcp', { ...shown, require_role_access: false })
  })
  const { tools, call } = mcpSender(send, 'assistant')
  const names = async (options: object = as) =>
    (await tools(options)).map(({ name }) => name).filter((name) => name.startsWith('parts'))
  const catalog = (query: string, options: object = as) =>
    send<McpCatalog>('GET', `system/mcp_catalog?${query}`, options)
  const choose = (settings: object) => send('PATCH', assistant, { ...as, body: { config: settings } })

  it('become tools only when chosen, and then only as far as writes are allowed', async () => {
    expect(await names()).toEqual([])
    expect((await call('parts_shop_getPart', { id: 1 }, as)).text).toContain('There is no tool')
    const both = ['parts_shop_getPart', 'PARTS_SHOP_DROPPART']
    expect((await choose({ enabled_tools: both })).status).toBe(200)
    expect(await names()).toEqual(['parts_shop_getPart'])
    expect(await call('parts_shop_getPart', { id: 7 }, as)).toMatchObject({
      value: { result: { url: '/base/parts/7' } },
    })
    expect((await call('parts_shop_dropPart', { id: 7 }, as)).text).toContain('There is no tool')
    await choose({ enabled_tools: both, allow_writes: true, allow_deletes: true })
    expect(await names()).toEqual(['parts_shop_getPart', 'parts_shop_dropPart'])
  })

  it('return text if the API does', async () => {
    await choose({ enabled_tools: ['parts_shop_getPage'] })
    const { value } = await call('parts_shop_getPage', {}, as)
    expect(value).toEqual({ result: expect.stringContaining('<') })
  })

  it('are shown to administrators, chosen or not, and to no one else', async () => {
    const role = await make.role({ access: [{ service_id: null, component: '*', verbs: ['GET'] }] })
    const { id: app_id, api_key: key } = await make.app({ role_id: role.id })
    const restricted = await make.admin({ roles: [{ app_id, role_id: role.id }] })
    for (const by of [{ key }, { key, as: restricted }]) {
      expect((await catalog('service=assistant', by)).status).toBe(403)
    }
    expect((await catalog('service=nothing')).status).toBe(404)
    expect((await catalog('service=sample')).status).toBe(404)
    expect((await catalog('service=assistant&role_id=9999')).status).toBe(404)
    await choose({ enabled_tools: ['parts_shop_getPart'], allow_writes: false })
    const { body } = await catalog('service=ASSISTANT')
    expect(body.operations).toEqual([
      { name: 'parts_shop_getPage', service: 'Parts-Shop', title: 'getPage', read_only: true, chosen: false },
      { name: 'parts_shop_getPart', service: 'Parts-Shop', title: 'One part', read_only: true, chosen: true },
      { name: 'parts_shop_dropPart', service: 'Parts-Shop', title: 'Drops a part', read_only: false, chosen: false },
    ])
    expect(body).toMatchObject({ service: 'assistant', role: null, lazy: false, count: 13, tools: await tools(as) })
    expect(body.backends.map(({ name, category }) => [name, category])).toEqual([
      ['sample', 'database'],
      ['Parts-Shop', 'other'],
    ])
  })

  it('are shown according to the role', async () => {
    const contact = { service_id: await make.serviceId('sample'), component: '_table/contact', verbs: ['GET'] as const }
    const role = await make.role({ name: 'Clerk', access: [contact] })
    const { api_key: key } = await make.app({ role_id: role.id })
    const { body } = await catalog(`service=assistant&role_id=${role.id}`)
    expect(body).toMatchObject({ role: 'Clerk', count: 4, tools: await tools({ key }) })
    expect(body.backends).toEqual([
      {
        name: 'sample',
        type: 'sqlite',
        category: 'database',
        component_scoped: true,
        components: ['_table/contact'],
        verbs: expect.arrayContaining(['get_table_data']),
      },
    ])
  })

  it('stay chosen when their service is renamed', async () => {
    await send('PATCH', parts, { ...as, body: { name: 'store' } })
    expect((await tools(as)).map(({ name }) => name)).toContain('store_getPart')
  })
})
