import type { RequestLogEntry } from '@millwright/contract/records/request-log'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fixture } from '../../../testing/fixture.ts'
import { mcpSender } from '../../../testing/mcp/mcp-client.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { openTestRemote } from '../../../testing/test-remote.ts'

describe('long tool calls', () => {
  const remote = fixture(() => openTestRemote())
  afterAll(() => remote.close())
  const { send, root, server } = sharedInstance({ config: { allowPrivateHosts: ['*'] } })
  const add = (name: string, call_timeout: number) =>
    send('POST', 'system/service', {
      as: root,
      body: {
        name,
        label: name,
        type: 'mcp',
        is_active: true,
        config: {
          allow_session_auth: true,
          call_timeout,
          custom_tools: [{ name: 'wait', url: `http://127.0.0.1:${remote.port}/base/never` }],
        },
      },
    })
  let address: string
  beforeAll(async () => {
    await Promise.all([add('slow', 1), add('patient', 60)])
    address = await server.listen({ port: 0, host: '127.0.0.1' })
  })

  const post = (service: string, _meta: object, signal?: AbortSignal) =>
    fetch(`${address}/mcp/${service}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${root.token}`,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'wait', _meta } }),
      ...(signal && { signal }),
    })

  it('are aborted with a clear message, and count as failures', async () => {
    const { isError, text } = await mcpSender(send, 'slow').call('wait', {}, { as: root })
    expect({ isError, text }).toEqual({ isError: true, text: 'Connection: The call timed out after 1 second.' })
    const path = 'system/request_log?filter=(service=slow)&order=id desc&limit=1'
    const { body } = await send<{ resource: RequestLogEntry[] }>('GET', path, { as: root })
    expect(body.resource).toMatchObject([{ status: 504, outcome: 'server_error' }])
  })

  it('report progress to a client that requests it, in every response mode', async () => {
    // The library handles all other messages.
    for (const more of [{}, { 'test.example/other': 1 }]) {
      const answer = await post('slow', { progressToken: 'p', ...more })
      expect(answer.headers.get('content-type')).toContain('text/event-stream')
      const messages = [...(await answer.text()).matchAll(/^data: (.+)$/gm)].map(([, json = '']) => JSON.parse(json))
      const last = messages.pop()
      expect(last).toMatchObject({ id: 7, result: { isError: true } })
      expect(messages.length).toBeGreaterThan(0)
      for (const [at, message] of messages.entries()) {
        const params = { progressToken: 'p', progress: (at + 1) / 2, total: 1 }
        expect(message).toEqual({ jsonrpc: '2.0', method: 'notifications/progress', params })
      }
    }
  })

  it('are limited to eight at once per caller, while others wait and the rest are rejected', async () => {
    const left = new AbortController()
    const answers = Array.from({ length: 45 }, () => post('patient', {}, left.signal).then((answer) => answer.json()))
    const refused: unknown[] = []
    for (const answer of answers) {
      answer.then(
        (told) => refused.push(told),
        () => undefined,
      )
    }
    await expect.poll(() => refused.length).toBe(5)
    const text = 'Limit: Too many calls at once. Try again in 1 second.'
    for (const told of refused) expect(told).toMatchObject({ result: { isError: true, content: [{ text }] } })
    left.abort()
    await Promise.allSettled(answers)
  })

  it('are aborted together with their requests when the client disconnects', async () => {
    const left = new AbortController()
    const asked = remote.asked('/base/never')
    const ended = remote.left()
    const answer = post('patient', {}, left.signal).catch(() => 'gone')
    await asked
    left.abort()
    expect(await answer).toBe('gone')
    await ended
  })
})

describe('an instance without access for assistants', () => {
  const { send, root } = sharedInstance({ config: { mcp: false } })
  const body = { name: 'desk', label: 'Desk', type: 'mcp', is_active: true, config: { allow_session_auth: true } }
  beforeAll(async () => {
    expect((await send('POST', 'system/service', { as: root, body })).status).toBe(201)
  })

  it.each([
    ['POST', '/mcp/desk'],
    ['POST', 'desk/rpc'],
    ['GET', '/.well-known/oauth-protected-resource/mcp/desk'],
    ['GET', '/.well-known/oauth-authorization-server/mcp/desk'],
    ['GET', '/mcp/desk/authorize'],
    ['POST', '/mcp/desk/register'],
    ['POST', '/mcp/desk/token'],
    ['POST', '/mcp/desk/device_authorization'],
  ] as const)('responds with 404 at %s %s', async (verb, path) => {
    const sent = verb === 'GET' ? {} : { body: { id: 1, method: 'tools/list' } }
    expect((await send(verb, path, { as: root, ...sent })).status).toBe(404)
  })

  it('does not list MCP as a feature', async () => {
    const { body: environment } = await send<{ platform: { features: string[] } }>('GET', 'system/environment', {
      as: root,
    })
    expect(environment.platform.features).not.toContain('mcp')
  })
})
