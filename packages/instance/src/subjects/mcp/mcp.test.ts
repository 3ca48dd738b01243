import { sessionTokenHeader } from '@millwright/contract/headers'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { describe, expect, it } from 'vitest'
import { sharedInstance } from '../../testing/test-instance.ts'

interface Message {
  readonly result?: Record<string, unknown>
  readonly error?: { readonly code: number; readonly message: string }
}

describe('an MCP service', async () => {
  const { send, root, fetch, make } = await sharedInstance({ config: { sampleData: true } })
  const body = {
    name: 'assistant',
    label: 'Assistant',
    type: 'mcp',
    is_active: true,
    config: { exposed_services: ['sample'], allow_api_key_auth: true },
  }
  await send('POST', 'system/service', { as: root, body })
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const ask = (method: string, params: object, options: Parameters<typeof send>[2] = { as: root }) => {
    const name = Reflect.get(params, 'name')
    return send<Message>('POST', '/mcp/assistant', {
      ...options,
      headers: {
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': method,
        ...(typeof name === 'string' && { 'mcp-name': name }),
        ...options.headers,
      },
      body: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } },
    })
  }

  it('refuses who does not say who they are, and says where to sign in', async () => {
    const { status, headers } = await ask('tools/list', {}, {})
    expect(status).toBe(401)
    expect(headers['www-authenticate']).toContain('/.well-known/oauth-protected-resource/mcp/assistant"')
  })

  it('lists its tools and calls one', async () => {
    const { status, body } = await ask('tools/list', {})
    expect({ status, body }).toMatchObject({ status: 200 })
    const called = await ask('tools/call', { name: 'get_table_data', arguments: { table_name: 'contact', limit: 2 } })
    expect(called.body.result).toMatchObject({ structuredContent: { rows: [{}, {}], next_offset: 2 } })
  })

  it.each([
    ['auto', '2026-07-28'],
    ['legacy', '2025-11-25'],
  ] as const)('is driven by the official client, which chooses %s', async (mode, revision) => {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
    const requestInit = { headers: { [sessionTokenHeader]: root.token } }
    const transport = new StreamableHTTPClientTransport(new URL('http://instance.test/mcp/assistant'), {
      fetch,
      requestInit,
    })
    await client.connect(transport)
    expect(client.getNegotiatedProtocolVersion()).toBe(revision)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toContain('get_table_data')
    const found = await client.callTool({ name: 'get_table_data', arguments: { table_name: 'contact', limit: 1 } })
    expect(found.structuredContent).toMatchObject({ rows: [{ id: 1 }] })
    await client.close()
  })

  it('gives nobody, by its app, a role that allows more than whoever makes it may', async () => {
    const access = [
      { service_id: await make.serviceId('system'), component: 'service/*', verbs: ['GET', 'POST', 'PATCH'] as const },
    ]
    const app = await make.app()
    const role = await make.role({ access })
    const as = await make.admin({ roles: [{ app_id: app.id, role_id: role.id }] })
    const wide = await make.app({
      role_id: (await make.role({ access: [{ service_id: null, component: '*', verbs: ['GET'] }] })).id,
    })
    const own = await make.app({ role_id: role.id })
    const create = (name: string, app_id: number) =>
      send('POST', 'system/service', {
        as,
        key: app.api_key,
        body: { name, label: name, type: 'mcp', config: { app_id } },
      })
    expect(JSON.stringify((await create('wide', wide.id)).body)).toContain('nobody hands out rights that they lack')
    expect((await create('own', own.id)).status).toBeLessThan(300)
  })
})
