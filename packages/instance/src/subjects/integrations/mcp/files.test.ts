import { beforeAll, describe, expect, it } from 'vitest'
import { mcpSender } from '../../../testing/mcp/mcp-client.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'

describe('files of an MCP service', () => {
  const { send, root } = sharedInstance()
  const as = { as: root }
  const config = { exposed_services: ['files'], allow_session_auth: true, offer_search: true }
  const record = { name: 'desk', label: 'Desk', type: 'mcp', is_active: true, config }
  beforeAll(() => send('POST', 'system/service', { ...as, body: record }))
  const put = async (path: string, type: string, body: string) => {
    const headers = { 'content-type': type }
    expect((await send('POST', `files/${path}`, { ...as, headers, body })).status).toBe(201)
  }
  beforeAll(async () => {
    await put('long%20one.txt', 'text/plain', 'a line of a text\n'.repeat(2_000))
    await put('data.bin', 'application/octet-stream', '\u0001\u0002 no text')
  })
  const { call, message } = mcpSender(send, 'desk')
  const blocksOf = async (path: string) =>
    (await message('tools/call', { name: 'get_file', arguments: { path } }, as)).body.result?.content

  it.each([
    ['millwright://files/file/nothing.txt', -32602],
    ['millwright://files/file/..%2F..%2Finstance.sqlite', -32602],
    ['millwright://elsewhere/file/data.bin', -32602],
    ['file:///etc/passwd', -32602],
  ])('are not available at %s', async (uri, code) => {
    expect((await message('resources/read', { uri }, as)).body.error?.code).toBe(code)
  })

  it('are returned in pieces, with a link to the whole file', async () => {
    const uri = 'millwright://files/file/long%20one.txt'
    expect(await blocksOf('long one.txt')).toMatchObject([
      { type: 'text', text: expect.stringContaining('goes on at offset 20000') },
      {
        type: 'resource_link',
        uri,
        name: 'long one.txt',
        mimeType: expect.stringContaining('text/plain'),
        size: 34_000,
      },
    ])
    const { body } = await message('resources/read', { uri }, as)
    expect(body.result?.contents).toMatchObject([{ uri, text: 'a line of a text\n'.repeat(2_000) }])
  })

  it('are linked if a model cannot read them, and readable for clients as they are', async () => {
    const uri = 'millwright://files/file/data.bin'
    expect(await blocksOf('data.bin')).toMatchObject([
      { type: 'text', text: expect.stringContaining('not shown here') },
      { type: 'resource_link', uri, size: 10 },
    ])
    const { body } = await message('resources/read', { uri }, as)
    const blob = Buffer.from('\u0001\u0002 no text').toString('base64')
    expect(body.result?.contents).toMatchObject([{ uri, blob, mimeType: 'application/octet-stream' }])
    expect((await call('fetch', { id: uri }, as)).text).toContain('not shown here')
  })
})
