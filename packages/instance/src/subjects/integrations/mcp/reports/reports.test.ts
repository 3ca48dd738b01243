import type { RequestLogEntry } from '@millwright/contract/records/request-log'
import type { McpAccessReport, McpHealth, McpUsage } from '@millwright/contract/wire/mcp'
import { beforeAll, describe, expect, it } from 'vitest'
import { fixture } from '../../../../testing/fixture.ts'
import { mcpSender } from '../../../../testing/mcp/mcp-client.ts'
import { sharedInstance } from '../../../../testing/test-instance.ts'

describe('reports about MCP services', () => {
  const { send, root, make } = sharedInstance({ config: { sampleData: true } })
  const as = { as: root }
  const create = (name: string, config: object) =>
    send('POST', 'system/service', {
      as: root,
      body: { name, label: name, type: 'mcp', is_active: true, config: { allow_session_auth: true, ...config } },
    })
  beforeAll(async () => {
    await create('desk', {
      exposed_services: ['sample'],
      allow_api_key_auth: true,
      log_arguments: true,
      allow_writes: true,
    })
    await create('empty', { exposed_services: ['gone'], require_role_access: false })
  })
  const sample = fixture(async () => ({
    service_id: await make.serviceId('sample'),
    component: '*',
    verbs: ['GET'] as const,
  }))
  const desk = fixture(async () => ({
    service_id: await make.serviceId('desk'),
    component: '*',
    verbs: ['GET'] as const,
  }))
  const reader = fixture(() => make.role({ name: 'reader', access: [sample, desk] }))
  const stranger = fixture(() => make.role({ name: 'stranger', access: [sample] }))
  const inside = fixture(() => make.app({ role_id: reader.id }))
  const outside = fixture(() => make.app({ role_id: stranger.id }))
  const { call, message } = mcpSender(send, 'desk')
  beforeAll(async () => {
    for (const limit of [1, 2]) await call('get_table_data', { table_name: 'contact', limit }, { key: inside.api_key })
    await call('get_table_data', { table_name: 'nothing' }, { key: inside.api_key })
    await message('resources/read', { uri: 'millwright://sample/schema' }, { key: inside.api_key })
    expect((await message('tools/list', {}, { key: outside.api_key })).status).toBe(403)
  })

  it.each(['mcp_usage', 'mcp_access?service=desk', 'mcp_health', 'mcp_catalog?service=desk'])(
    'are for full administrators only: %s',
    async (path) => {
      const role = await make.role({ access: [{ service_id: null, component: '*', verbs: ['GET', 'POST'] }] })
      const app = await make.app({ role_id: role.id })
      const restricted = await make.admin({ roles: [{ app_id: app.id, role_id: role.id }] })
      expect((await send('GET', `system/${path}`, { as: restricted, key: app.api_key })).status).toBe(403)
      expect((await send('POST', `system/${path}`, { ...as, body: {} })).status).toBe(400)
    },
  )

  it.each(['period=', 'period=0d', 'period=7w', 'period=401d', 'method=nothing', 'status=odd', 'user_id=x'])(
    'reject %s, or use the default',
    async (query) => {
      const { status } = await send('GET', `system/mcp_usage?${query}`, as)
      expect(status).toBe(query === 'period=' ? 200 : 400)
    },
  )

  it('count calls by service, role, app, client and tool', async () => {
    const { body } = await send<McpUsage>('GET', 'system/mcp_usage?period=24h', as)
    expect(body).toMatchObject({ period: '24h', total_requests: 5, errors: 1, denied: 1 })
    expect(body.total_bytes_in).toBeGreaterThan(500)
    expect(body.total_bytes_out).toBeGreaterThan(500)
    expect(body.by_service).toMatchObject([{ id: desk.service_id, name: 'desk', requests: 5 }])
    expect(body.by_role).toMatchObject([
      { id: reader.id, name: 'reader', requests: 4 },
      { id: stranger.id, name: 'stranger', requests: 1, denied: 1 },
    ])
    expect(body.by_tool).toContainEqual(expect.objectContaining({ name: 'get_table_data', requests: 3, errors: 1 }))
    expect(body.by_method).toMatchObject([{ requests: 4 }, { name: 'resources/read', requests: 1 }])
    expect(body.by_client).toContainEqual(expect.objectContaining({ name: 'Test Assistant', requests: 4 }))
    expect(body.series.reduce((sum, { requests }) => sum + requests, 0)).toBe(5)
    const narrowed = await send<McpUsage>('GET', `system/mcp_usage?status=error&role_id=${reader.id}`, as)
    expect(narrowed.body).toMatchObject({ total_requests: 1, by_tool: [{ name: 'get_table_data' }] })
    expect((await send<McpUsage>('GET', 'system/mcp_usage?service_id=9999', as)).body.total_requests).toBe(0)
  })

  it('list the roles with access, and those that use it', async () => {
    const { body } = await send<McpAccessReport>('GET', 'system/mcp_access?service=DESK', as)
    expect(body).toMatchObject({ service: 'desk', require_role_access: true })
    const roles = Object.fromEntries(body.roles.map((role) => [role.name, role]))
    expect(roles.reader).toMatchObject({
      granted: true,
      requests: 4,
      denied: 0,
      last_seen: expect.stringMatching(/^20/),
    })
    expect(roles.stranger).toMatchObject({ granted: false, requests: 1, denied: 1 })
    expect((await send('GET', 'system/mcp_access?service=sample', as)).status).toBe(404)
  })

  it('explain what prevents assistants from connecting, and how to fix it', async () => {
    const { body } = await send<McpHealth>('GET', 'system/mcp_health?service=empty', as)
    expect(body.status).toBe('warning')
    expect(body.checks.map(({ message }) => message)).toContain(
      "The exposed service 'gone' is missing or inactive. Remove it or activate it.",
    )
    const other = await send<McpHealth>('GET', 'system/mcp_health?service=desk', as)
    expect(other.body.checks).toContainEqual(expect.objectContaining({ status: 'ok', details: { service: 'desk' } }))
    expect((await send('GET', 'system/mcp_health?service=nothing', as)).status).toBe(404)
  })

  it('are available at the paths that other consoles use', async () => {
    for (const name of ['usage', 'access', 'catalog', 'health']) {
      const { status, headers } = await send('GET', `/_internal/ai/mcp-${name}?service=desk`, as)
      expect({ status, to: headers.location }).toEqual({ status: 307, to: `/api/v2/system/mcp_${name}?service=desk` })
    }
  })

  it('include in the request log how a call was made, without secrets', async () => {
    const records = [{ first_name: 'Canary', password: 'canary-secret' }]
    const first = await call('update_records', { table_name: 'contact', ids: ['1'], records }, as)
    const confirmation = /confirmation: (\S+)/.exec(first.text)?.[1] ?? ''
    await call('update_records', { table_name: 'contact', ids: ['1'], records, confirmation }, as)
    const path = 'system/request_log?filter=(service=desk)&order=id desc&limit=3'
    const { body } = await send<{ resource: RequestLogEntry[] }>('GET', path, as)
    const names = ['table_name', 'ids', 'records']
    const said = { client_version: '1', protocol: '2026-07-28' }
    expect(body.resource[0]).toMatchObject({
      resource: 'update_records',
      parts: { arguments: names, ...said, confirmed: true },
    })
    expect(body.resource[1]?.parts).not.toHaveProperty('confirmed')
    expect(body.resource[0]?.bytes_in).toBeGreaterThan(100)
    const text = JSON.stringify(body)
    expect(text).toContain('Canary')
    for (const hidden of ['canary-secret', confirmation]) expect(text).not.toContain(hidden)
  })
})
