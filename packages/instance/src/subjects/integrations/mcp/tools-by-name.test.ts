import { beforeAll, describe, expect, it } from 'vitest'
import { mcpSender } from '../../../testing/mcp/mcp-client.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'

describe('tools and messages that programs know from other servers', () => {
  const { send, root, make } = sharedInstance({ config: { sampleData: true } })
  const as = { as: root }
  const create = async (name: string, type: string, config: object) => {
    const body = { name, label: name, type, is_active: true, config }
    expect((await send('POST', 'system/service', { ...as, body })).status).toBe(201)
  }
  beforeAll(async () => {
    await create('other', 'sqlite', { database: 'other.sqlite' })
    const writing = { allow_writes: true, allow_deletes: true, confirm_writes: 'off' }
    const sessions = { allow_session_auth: true, allow_api_key_auth: true, require_role_access: false }
    await create('one', 'mcp', { exposed_services: ['sample'], ...sessions })
    await create('many', 'mcp', { exposed_services: ['sample', 'other', 'files'], ...sessions, ...writing })
    await create('prefixed', 'mcp', { exposed_services: ['sample'], ...sessions, tool_style: 'prefixed' })
    await create('closed', 'mcp', { exposed_services: ['sample'] })
  })
  const one = mcpSender(send, 'one')
  const many = mcpSender(send, 'many')
  const prefixed = mcpSender(send, 'prefixed')

  it.each([
    ['tools/list', { cursor: 5 }],
    ['tools/call', { name: 5 }],
    ['tools/call', { name: 'get_tables', arguments: 'all' }],
    ['resources/read', {}],
    ['resources/read', { uri: 5 }],
    ['prompts/get', { name: 5 }],
    ['prompts/get', { name: 'explore', arguments: 5 }],
    ['completion/complete', { ref: 'x' }],
    ['completion/complete', { ref: { type: 'ref/resource', uri: 'x' }, argument: { name: 5 } }],
  ])('reject %s with %j as wrong parameters, in one sentence', async (method, params) => {
    const { body } = await one.message(method, params, as)
    expect(body.error).toMatchObject({ code: -32602, message: expect.stringMatching(/^[^\n{[]{5,200}$/) })
  })

  it('name a token of another kind as invalid', async () => {
    const by = mcpSender(send, 'closed')
    const { status, headers } = await by.message('tools/list', {}, { headers: { authorization: 'Bearer abc.def.ghi' } })
    expect([status, headers['www-authenticate']]).toEqual([401, expect.stringContaining('error="invalid_token"')])
    const without = await by.message('tools/list', {})
    expect(without.headers['www-authenticate']).not.toContain('error=')
  })

  it('suggest nothing to those who may not list tables, without an error', async () => {
    const access = [
      { service_id: await make.serviceId('sample'), component: '_table/contact', verbs: ['GET'] as const },
    ]
    const { api_key: key } = await make.app({ role_id: (await make.role({ access })).id })
    const ref = { type: 'ref/resource', uri: 'millwright://sample/table/{table}' }
    const complete = (options: object) =>
      one.message('completion/complete', { ref, argument: { name: 'table', value: 'cont' } }, options)
    expect((await complete({ key })).body.result).toMatchObject({ completion: { values: [] } })
    expect((await complete(as)).body.result).toMatchObject({ completion: { values: ['contact'] } })
  })

  it('are not listed for roles that can never use them', async () => {
    const serviceId = await make.serviceId('sample')
    const toolsOf = async (component: string, requestors: number) => {
      const role = await make.role({ access: [{ service_id: serviceId, component, verbs: ['GET'] }] })
      if (requestors !== 1) {
        const access = [{ service_id: serviceId, component, verb_mask: 1, requestor_mask: requestors }]
        const body = { role_service_access_by_role_id: access }
        expect((await send('PATCH', `system/role/${role.id}`, { ...as, body })).status).toBe(200)
      }
      const { api_key: key } = await make.app({ role_id: role.id })
      return (await one.tools({ key })).map(({ name }) => name)
    }
    expect(await toolsOf('_table/contact', 1)).toEqual([
      'get_table_data',
      'aggregate_data',
      'get_api_spec',
      'request_access',
    ])
  })

  it('are called by name though they are not listed', async () => {
    const names = (await many.tools(as)).map(({ name }) => name)
    for (const name of ['discover_services', 'all_get_stored_functions', 'get_database_resources'])
      expect(names).not.toContain(name)
    expect((await one.tools(as)).map(({ name }) => name)).not.toContain('list_apis')
    expect((await one.call('list_apis', {}, as)).value).toMatchObject({ apis: [{ name: 'sample' }], count: 1 })
    expect((await many.call('discover_services', {}, as)).value).toMatchObject({
      services: [{ name: 'sample', type: 'sqlite', verbs: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] }, {}, {}],
    })
    expect((await many.call('all_get_resources', {}, as)).value).toMatchObject({
      databases: { other: { success: true, data: ['_schema', '_table'] } },
    })
    for (const tool of ['all_get_stored_procedures', 'all_get_stored_functions'])
      expect((await many.call(tool, {}, as)).value).toMatchObject({ databases: { sample: {}, other: {} } })
    expect((await prefixed.tools(as)).map(({ name }) => name)).toContain('sample_get_database_resources')
    const asList = { as_list: true, refresh: true }
    expect((await prefixed.call('sample_get_database_resources', asList, as)).value).toEqual({
      resources: ['_schema', '_table'],
    })
    const access = { as_access_list: true, include_access: true, fields: ['*'] }
    expect((await one.call('get_database_resources', access, as)).value.resources).toContain('_table/contact/')
  })

  it('take the arguments that other servers have', async () => {
    const spec = { compact: true, tables: true, refresh: true }
    expect((await one.call('get_api_spec', { ...spec, resource_name: '/_table/contact' }, as)).value).toMatchObject({
      operations: [{ path: '/_table/contact', item: { get: {} } }],
    })
    expect((await one.call('get_api_spec', spec, as)).value).toMatchObject({
      operations: expect.arrayContaining([expect.stringMatching(/^GET \/_table\/contact:/)]),
    })
    const whole = await one.call('get_api_spec', { compact: false, resource_name: '/_table/{table_name}' }, as)
    expect(whole.value.operations).toMatchObject([{ path: '/_table/{table_name}', item: { get: {} } }])
    const rows = { table_name: 'contact', ids: ['1', '2'], include_schema: true, continue: true, fields: ['id'] }
    expect((await one.call('get_table_data', rows, as)).value.rows).toEqual([{ id: 1 }, { id: 2 }])
    const page = { table_name: 'contact', limit: 1, include_schema: true }
    expect((await one.call('get_table_data', page, as)).value).toMatchObject({ schema: { name: 'contact' } })
  })

  it('delete a folder that is named without its slash', async () => {
    expect((await many.call('delete_file', { path: 'nowhere', force: true }, as)).text).toMatch(/^Resource: /)
    await many.call('create_folder', { path: 'docs' }, as)
    await many.call('create_file', { path: 'docs/a.txt', content: 'a' }, as)
    expect((await many.call('delete_file', { path: 'docs' }, as)).isError).toBe(true)
    expect((await many.call('delete_file', { path: 'docs', force: true }, as)).isError).toBe(false)
    expect((await many.call('list_files', {}, as)).value.files).not.toContainEqual(
      expect.objectContaining({ name: 'docs' }),
    )
  })
})
