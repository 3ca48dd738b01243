import { beforeAll, describe, expect, it } from 'vitest'
import { fixture } from '../../../../testing/fixture.ts'
import { mcpSender } from '../../../../testing/mcp/mcp-client.ts'
import { testClock } from '../../../../testing/test-clock.ts'
import { sharedInstance } from '../../../../testing/test-instance.ts'

describe('a shortened tool list', () => {
  const clock = testClock()
  const { send, root, make } = sharedInstance({ clock, config: { sampleData: true } })
  const as = { as: root }
  const create = async (name: string, config: object) => {
    const settings = { exposed_services: ['sample'], allow_api_key_auth: true, require_role_access: false, ...config }
    const record = {
      name,
      label: name,
      type: 'mcp',
      is_active: true,
      config: { ...settings, allow_session_auth: true },
    }
    expect((await send('POST', 'system/service', { ...as, body: { resource: [record] } })).status).toBe(201)
    return mcpSender(send, name)
  }
  const lazy = fixture(() => create('lazy', { lazy_mode: 'on' }))
  const other = fixture(() => create('other', { lazy_mode: 'on' }))
  const plain = fixture(() => create('plain', { lazy_mode: 'off' }))
  const field = [
    { name: 'id', type: 'id' },
    { name: 'text', label: 'Text', type: 'text' },
  ]
  beforeAll(() => send('POST', 'sample/_schema', { ...as, body: { resource: [{ name: 'long', field }] } }))
  const resource = Array.from({ length: 12 }, (_, at) => ({ text: `${at} `.repeat(500) }))
  beforeAll(async () => {
    expect((await send('POST', 'sample/_table/long', { ...as, body: { resource } })).status).toBe(200)
  })
  const newRole = async () => {
    const of = { service_id: await make.serviceId('sample'), verbs: ['GET'] as const }
    return make.role({ access: ['_table/long/*', '_table/long'].map((component) => ({ ...of, component })) })
  }
  const newKey = async () => ({ key: (await make.app({ role_id: (await newRole()).id })).api_key })
  const rows = { name: 'get_table_data', arguments: { table_name: 'long' } }
  const handleIn = (text: string) => /of the handle (\S+)\]$/.exec(text)?.[1] ?? ''
  const names = async (options: object) => (await lazy.tools(options)).map(({ name }) => name)
  const facade = ['search_tools', 'list_tools', 'describe_tool', 'call_tool', 'fetch_more']

  it.each([
    ['is no handle', async () => 'nonsense'],
    ['was changed', async (handle: string) => `${handle.slice(0, -3)}AAA`],
    ['is very long', async (handle: string) => handle.repeat(50)],
  ])('rejects fetching more of a handle that %s', async (_, changed) => {
    const by = await newKey()
    const handle = await changed(handleIn((await lazy.call('call_tool', rows, by)).text))
    const { isError, text } = await lazy.call('fetch_more', { handle, offset: 6000 }, by)
    const sentence = 'Resource: The handle is invalid or expired. Call the tool again.'
    expect({ isError, text }).toEqual({ isError: true, text: sentence })
  })

  it('rejects handles of other callers and services, and expired ones', async () => {
    const mine = await newKey()
    const theirs = await newKey()
    const handle = handleIn((await lazy.call('call_tool', rows, mine)).text)
    const goOn = { handle, offset: 6000 }
    expect((await lazy.call('fetch_more', goOn, theirs)).isError).toBe(true)
    expect((await other.call('fetch_more', goOn, mine)).isError).toBe(true)
    expect((await plain.call('fetch_more', goOn, mine)).text).toBe("There is no tool 'fetch_more'.")
    expect((await lazy.call('fetch_more', goOn, mine)).isError).toBe(false)
    clock.advance(901)
    expect((await lazy.call('fetch_more', goOn, mine)).text).toContain('expired')
  })

  it('returns a long response up to its end, with the current rights', async () => {
    const role = await newRole()
    const by = { key: (await make.app({ role_id: role.id })).api_key }
    const whole = (await plain.call('get_table_data', { table_name: 'long' }, by)).text
    const { text } = await lazy.call('call_tool', rows, by)
    expect(text).toContain(`\n[6000 of ${whole.length} characters. `)
    const handle = handleIn(text)
    const parts = [text.slice(0, 6000)]
    for (let offset = 6000, more = true; more; ) {
      const { value } = await lazy.call('fetch_more', { handle, offset, limit: 3000 }, by)
      parts.push(String(value.text))
      offset = Number(value.end)
      more = value.more === true
      expect(value).toMatchObject({ handle, total: whole.length })
    }
    expect(parts.join('')).toBe(whole)
    const closed = await send('PATCH', `system/role/${role.id}`, { ...as, body: { is_active: false } })
    expect(closed.status).toBe(200)
    expect((await lazy.call('fetch_more', { handle, offset: 6000 }, by)).isError).toBe(true)
  })

  it('does not cut short responses, nor those of tools called by their own name', async () => {
    const by = await newKey()
    const short = { name: 'get_table_data', arguments: { table_name: 'long', limit: 2 } }
    expect((await lazy.call('call_tool', short, by)).value.rows).toHaveLength(2)
    expect((await lazy.call('get_table_data', { table_name: 'long' }, by)).value.rows).toHaveLength(12)
  })

  it('includes the tools that the caller used recently, but not those of others', async () => {
    const eager = await newKey()
    const idle = await newKey()
    for (let time = 0; time < 2; time++) await lazy.call('call_tool', rows, eager)
    await lazy.call('call_tool', { name: 'get_table_schema', arguments: { table_name: 'nothing' } }, eager)
    expect(await names(eager)).toEqual(facade)
    clock.advance(3600)
    expect(await names(eager)).toEqual([...facade, 'get_table_data'])
    expect(await names(idle)).toEqual(facade)
    clock.advance(8 * 24 * 3600)
    expect(await names(eager)).toEqual(facade)
  })

  it('is complete for clients that search tools themselves', async () => {
    const params = { _meta: {} }
    const headers = { 'user-agent': 'codex-mcp-client/1.0', accept: 'application/json, text/event-stream' }
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params }
    const answer = await send<unknown>('POST', '/mcp/lazy', { ...(await newKey()), headers, body })
    expect(JSON.stringify(answer.body)).toContain('get_table_data')
    expect(JSON.stringify(answer.body)).not.toContain('search_tools')
  })
})
