import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client'
import { beforeAll, expect, it } from 'vitest'
import { MemoryOAuthProvider } from '../../../testing/mcp/official-client.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'

const instance = sharedInstance({ config: { sampleData: true, publicUrl: 'https://millwright.test' } })
const { send, root, fetch } = instance
const config = { exposed_services: ['sample'] }
const record = { name: 'assistant', label: 'Assistant', type: 'mcp', is_active: true, config }
beforeAll(() => send('POST', 'system/service', { as: root, body: { resource: [record] } }))
const address = new URL('https://millwright.test/mcp/assistant')

it('gives access to the official client by its own discovery, registration, consent and refresh', async () => {
  const keeper = new MemoryOAuthProvider()
  const transport = () => new StreamableHTTPClientTransport(address, { authProvider: keeper, fetch })
  const first = transport()
  await expect(new Client({ name: 'test', version: '1' }).connect(first)).rejects.toThrow(UnauthorizedError)

  const { pathname, search, searchParams } = keeper.authorization ?? new URL('http://nowhere.test')
  expect(pathname).toBe('/mcp/assistant/authorize')
  expect(searchParams.get('resource')).toBe(address.href)
  const sent = await send('GET', pathname + search)
  const request = new URL(sent.headers.location ?? '').searchParams.get('request')
  const answer = { request, decision: 'allow', scopes: ['mcp:read'], days: 1 }
  const { body } = await send<{ location: string }>('POST', 'user/consent', { as: root, body: answer })
  await first.finishAuth(new URL(body.location).searchParams)

  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport())
  const { tools } = await client.listTools()
  expect(tools.length).toBeGreaterThan(0)
  await client.close()

  const before = keeper.kept
  expect(before?.scope).toBe('mcp:read')
  if (before !== undefined) keeper.saveTokens({ ...before, access_token: 'mwo_a_'.padEnd(49, 'x') })
  const later = new Client({ name: 'test', version: '1' })
  await later.connect(transport())
  expect((await later.listTools()).tools.length).toBe(tools.length)
  expect(keeper.kept?.refresh_token).not.toBe(before?.refresh_token)
  await later.close()
})
