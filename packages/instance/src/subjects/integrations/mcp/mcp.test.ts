import { sessionTokenHeader } from '@millwright/contract/headers'
import type { RequestLogEntry } from '@millwright/contract/records/request-log'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { beforeAll, describe, expect, it } from 'vitest'
import { mcpSender } from '../../../testing/mcp/mcp-client.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'

interface Message {
  readonly result?: Record<string, unknown>
  readonly error?: { readonly code: number; readonly message: string }
}

describe('an MCP service', () => {
  const { send, root, fetch, make } = sharedInstance({ config: { sampleData: true } })
  const body = {
    name: 'assistant',
    label: 'Assistant',
    type: 'mcp',
    is_active: true,
    config: { exposed_services: ['sample'], allow_api_key_auth: true, allow_session_auth: true },
  }
  beforeAll(() => send('POST', 'system/service', { as: root, body }))
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const ask = (
    method: string,
    params: object,
    options: Parameters<typeof send>[2] = { as: root },
    more: object = {},
  ) => {
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
      body: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: { ...meta, ...more } } },
    })
  }

  it('rejects a message of more values than are read at once', async () => {
    const call = (count: number) => ask('tools/call', { name: 'list_tables', arguments: { a: Array(count).fill(1) } })
    expect(await call(60_000)).toMatchObject({
      status: 413,
      body: { error: { message: expect.stringContaining('50000 values') } },
    })
    expect((await call(40_000)).status).toBe(200)
  })

  it('rejects anonymous clients, and refers them to the sign-in page', async () => {
    const { status, headers } = await ask('tools/list', {}, {})
    expect(status).toBe(401)
    expect(headers['www-authenticate']).toContain('/.well-known/oauth-protected-resource/mcp/assistant"')
  })

  it('answers at its aliases as well', async () => {
    const config = { exposed_services: ['sample'], allow_session_auth: true }
    await send('POST', 'system/service', { as: root, body: { ...body, name: 'renamed', aliases: ['former'], config } })
    const { status } = await mcpSender(send, 'former').message('tools/list', {}, { as: root })
    expect(status).toBe(200)
    expect((await mcpSender(send, 'former').message('tools/list', {}, {})).status).toBe(401)
  })

  it('rejects a session without a key where that is not allowed, except at rpc', async () => {
    const config = { exposed_services: ['sample'], require_role_access: false }
    await send('POST', 'system/service', { as: root, body: { ...body, name: 'closed', config } })
    const by = mcpSender(send, 'closed')
    const bearer = { headers: { authorization: `Bearer ${root.token}` } }
    for (const options of [{ as: root }, bearer]) expect((await by.message('tools/list', {}, options)).status).toBe(401)
    const rpc = (message: unknown, options: object = { as: root }) =>
      send<Message & { id: unknown }>('POST', 'closed/rpc', { ...options, body: message })
    const params = { name: 'get_table_data', arguments: { table_name: 'contact', limit: 1 } }
    const asked = { jsonrpc: '2.0', id: 'x', method: 'tools/call', params }
    expect((await rpc(asked)).body).toMatchObject({ id: 'x', result: { structuredContent: { rows: [{ id: 1 }] } } })
    expect((await rpc({ id: 1, method: 'tools/list' })).body.result?.tools).toHaveLength(11)
    expect((await rpc({ id: 2, method: 'nothing/such' })).body.error).toMatchObject({ code: -32601 })
    expect((await rpc({ id: 2 })).body.error).toMatchObject({ code: -32600 })
    expect((await rpc({ ...asked, params: { name: 'kein\u00e4' } })).body.error?.message).toContain('There is no tool')
    expect((await rpc(asked, {})).status).toBe(400)
    const seen = async (role: object, as: { token: string } = root) =>
      await send<Message>('POST', `closed/rpc?as_role=${Reflect.get(role, 'id')}`, {
        as,
        body: { id: 1, method: 'tools/list' },
      })
    const contacts = [
      { service_id: await make.serviceId('sample'), component: '_table/contact', verbs: ['GET'] as const },
    ]
    const narrow = await make.role({ access: contacts })
    expect((await seen(narrow)).body.result?.tools).toHaveLength(4)
    expect((await seen({ id: 9999 })).status).toBe(404)
    const open = await make.role({ access: [{ service_id: null, component: '*', verbs: ['POST'] }] })
    const app = await make.app()
    const restricted = await make.admin({ roles: [{ app_id: app.id, role_id: open.id }] })
    const byRestricted = { as: restricted, key: app.api_key, body: { id: 1, method: 'tools/list' } }
    expect((await send('POST', `closed/rpc?as_role=${narrow.id}`, byRestricted)).status).toBe(403)
    const everything = [{ service_id: null, component: '*', verbs: ['GET', 'POST'] as const }]
    const { api_key: key } = await make.app({ role_id: (await make.role({ access: everything })).id })
    expect((await rpc(asked, { key })).status).toBe(401)
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
  ] as const)('works with the official client, which negotiates %s', async (mode, revision) => {
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

  it.each([
    ['a list', { name: 'get_table_data', arguments: { table_name: 'contact', limit: 2 } }],
    ['a refusal', { name: 'get_table_data', arguments: { table_name: 'nothing' } }],
    ['arguments that do not fit', { name: 'get_table_data', arguments: {} }],
    ['a tool that there is not', { name: 'nothing' }],
  ])('responds to a plain tool call exactly like the library: %s', async (_, params) => {
    const headers = { accept: 'application/json, text/event-stream' }
    const older = async (_meta: object) => {
      const body = { jsonrpc: '2.0', id: 'a', method: 'tools/call', params: { ...params, _meta } }
      const { body: answer } = await send<unknown>('POST', '/mcp/assistant', { as: root, headers, body })
      return typeof answer === 'string' ? JSON.parse(answer.slice(answer.indexOf('{'))) : answer
    }
    // The library handles all other messages.
    expect(await older({ progressToken: 1 })).toEqual(await older({ progressToken: 1, 'test.example/other': 1 }))
    const plain = await ask('tools/call', params)
    const other = await ask('tools/call', params, { as: root }, { 'a/b': 1 })
    expect(plain.body).toEqual(other.body)
    expect(plain.status).toBe(other.status)
  })

  it('records tool calls and their requests, with client and tool', async () => {
    await ask('tools/call', { name: 'get_table_data', arguments: { table_name: 'customer', limit: 2 } })
    await ask('tools/call', { name: 'get_table_schema', arguments: { table_name: 'nothing_here' } })
    const path = 'system/request_log?filter=(requestor=MCP)&order=id desc&limit=4'
    const { body } = await send<{ resource: RequestLogEntry[] }>('GET', path, { as: root })
    const called = { requestor: 'MCP', client: 'test', user_id: expect.any(Number) }
    expect(body.resource).toMatchObject([
      { ...called, service: 'assistant', resource: 'get_table_schema', status: 404, outcome: 'client_error' },
      { ...called, service: 'sample', status: 404, parts: { tool: 'get_table_schema' } },
      { ...called, service: 'assistant', resource: 'get_table_data', verb: 'POST', status: 200 },
      { ...called, service: 'sample', resource: '_table/customer', verb: 'GET', parts: { tool: 'get_table_data' } },
    ])
    expect(body.resource[2]?.request_id).toBe(body.resource[3]?.request_id)
    expect(body.resource[2]?.parts?.database).toBe(body.resource[3]?.parts?.database)
    const usage = await send<{ resource: { group: string; requests: number }[] }>(
      'GET',
      'system/usage?by=resource&service=assistant&step=hour',
      { as: root },
    )
    expect(usage.body.resource.map(({ group }) => group)).toEqual(expect.arrayContaining(['assistant/get_table_data']))
  })

  it('does not let its author give callers, through its app, a role with more rights than the author has', async () => {
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
    expect(JSON.stringify((await create('wide', wide.id)).body)).toContain('no one can assign rights that they lack')
    expect((await create('own', own.id)).status).toBeLessThan(300)
  })
})
