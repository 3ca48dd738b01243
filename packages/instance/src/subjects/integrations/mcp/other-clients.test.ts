import { apiKeyHeader } from '@millwright/contract/headers'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { fixture } from '../../../testing/fixture.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'

describe('other clients and protocol versions', () => {
  const { send, fetch, make, root } = sharedInstance({ config: { sampleData: true } })
  const access = ['sample', 'desk'].map((name) => ({ name, component: '*', verbs: ['GET'] as const }))
  const config = { exposed_services: ['sample'], allow_api_key_auth: true }
  const desk = { name: 'desk', label: 'Desk', type: 'mcp', is_active: true, config }
  beforeAll(() => send('POST', 'system/service', { as: root, body: desk }))
  const app = fixture(async () => {
    const rows = access.map(async ({ name, ...row }) => ({ ...row, service_id: await make.serviceId(name) }))
    return make.app({ role_id: (await make.role({ access: await Promise.all(rows) })).id })
  })

  it('the official client in version 1 works with a app.api_key, and is denied what its role lacks', async () => {
    const client = new Client({ name: 'first line', version: '1' })
    const requestInit = { headers: { [apiKeyHeader]: app.api_key } }
    await client.connect(
      new StreamableHTTPClientTransport(new URL('http://instance.test/mcp/desk'), { fetch, requestInit }),
    )
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toContain('get_table_data')
    expect(tools.map(({ name }) => name)).not.toContain('create_records')
    const found = await client.callTool({ name: 'get_table_data', arguments: { table_name: 'contact', limit: 1 } })
    expect(found.structuredContent).toMatchObject({ rows: [{ id: 1 }], next_offset: 1 })
    const { contents } = await client.readResource({ uri: 'millwright://sample/table/contact' })
    expect(JSON.stringify(contents)).toContain('first_name')
    const { prompts } = await client.listPrompts()
    expect(prompts.map(({ name }) => name)).toContain('explore')
    await expect(client.callTool({ name: 'create_records', arguments: {} })).rejects.toThrow('There is no tool')
    await client.close()
  })

  it('the oldest client finds the paths of a database with a key', async () => {
    const asked = async (path: string) =>
      await send<{ resource: Record<string, unknown>[] }>('GET', path, { key: app.api_key })
    const tables = await asked('sample/_table')
    expect(tables.body.resource).toContainEqual(expect.objectContaining({ name: 'contact' }))
    const schema = await send<{ field: { name: string }[] }>('GET', 'sample/_schema/contact', { key: app.api_key })
    expect(schema.body.field.map(({ name }) => name)).toContain('first_name')
    const params = 'fields=id,first_name&filter=id>0&offset=1&limit=2&order=id&continue=true&related='
    const data = await asked(`sample/_table/contact?${params}`)
    expect(data.body.resource).toMatchObject([{ id: 2 }, { id: 3 }])
    // SQLite has no procedures: clients get a list or a 4xx error, never a 500.
    for (const path of ['sample/_proc', 'sample/_func']) expect((await asked(path)).status).toBeLessThan(500)
  })
})
