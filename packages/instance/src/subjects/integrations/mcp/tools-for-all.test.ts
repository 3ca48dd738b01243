import { beforeAll, describe, expect, it } from 'vitest'
import { fixture } from '../../../testing/fixture.ts'
import { mcpSender } from '../../../testing/mcp/mcp-client.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'

describe('tools for all services at once', () => {
  const { send, root, make } = sharedInstance({ config: { sampleData: true } })
  const as = { as: root }
  const create = async (name: string, type: string, config: object) => {
    const record = { name, label: `The ${name}`, type, is_active: true, config }
    expect((await send('POST', 'system/service', { ...as, body: { resource: [record] } })).status).toBe(201)
  }
  beforeAll(() => create('second', 'sqlite', { database: 'second.sqlite' }))
  const field = [
    { name: 'id', type: 'id' },
    { name: 'churn', type: 'integer', label: 'Leavers', description: 'Who left within a month.' },
  ]
  const tables = [
    { name: 'member', label: 'Members', field },
    { name: 'contact', field },
  ]
  beforeAll(async () => {
    expect((await send('POST', 'second/_schema', { ...as, body: { resource: tables } })).status).toBe(200)
    await send('POST', 'files/docs/', as)
    expect((await send('POST', 'files/docs/contact list.txt', { ...as, body: 'Ann, Ben' })).status).toBeLessThan(300)
    await create('one', 'mcp', { exposed_services: ['second'], allow_session_auth: true })
  })
  const shown = { exposed_services: ['sample', 'second', 'files'], offer_search: true, require_role_access: false }
  beforeAll(() => create('many', 'mcp', { ...shown, allow_session_auth: true, allow_api_key_auth: true }))
  const one = mcpSender(send, 'one')
  const many = mcpSender(send, 'many')
  const app = fixture(async () => {
    const access = [{ service_id: await make.serviceId('second'), component: '_table/*', verbs: ['GET'] as const }]
    return make.app({ role_id: (await make.role({ access })).id })
  })

  it('are missing if there is only one service, or if the caller may use at most one', async () => {
    const wide = ['list_apis', 'all_get_tables', 'all_find_table', 'search', 'fetch']
    const names = async (by: typeof one, options: object) =>
      (await by.tools(options)).map(({ name }) => name).filter((name) => wide.includes(name))
    expect(await names(one, as)).toEqual([])
    expect(await names(many, { key: app.api_key })).toEqual(['search', 'fetch'])
    expect(await names(many, as)).toEqual(wide)
  })

  it('list services and tables', async () => {
    expect((await many.call('list_apis', {}, as)).value).toMatchObject({
      apis: [{ name: 'sample', baseUrl: '/api/v2/sample' }, { prefix: 'second' }, { category: 'file' }],
      count: 3,
    })
    const { value } = await many.call('all_get_tables', {}, as)
    expect(value.databases).toMatchObject({
      second: { success: true, data: ['contact', 'member'] },
      sample: { success: true },
    })
    expect((await many.call('all_find_table', { table_name: 'CONTACT' }, as)).value).toMatchObject({
      foundIn: ['sample', 'second'],
    })
  })

  it('find tables and files by words, and read what was found', async () => {
    const { value } = await many.call('search', { query: 'the contact, please' }, as)
    const ids = (value.results as { id: string }[]).map(({ id }) => id)
    expect(ids).toEqual([
      'millwright://sample/table/contact',
      'millwright://second/table/contact',
      'millwright://files/file/docs/contact%20list.txt',
    ])
    expect((await many.call('fetch', { id: ids[2] }, as)).value).toMatchObject({ text: 'Ann, Ben' })
    expect((await many.call('fetch', { id: ids[1] }, as)).text).toContain('Leavers')
    for (const id of ['nothing', 'millwright://system/table/user', 'millwright://second/table/%']) {
      expect(await many.call('fetch', { id }, as)).toMatchObject({
        isError: true,
        text: expect.stringMatching(/^Resource: /),
      })
    }
  })

  it('find and read what a role may read over HTTP, and no more', async () => {
    const { value } = await many.call('search', { query: 'contact member' }, { key: app.api_key })
    const http = await send<{ resource: string[] }>('GET', 'second/_table?as_list=true', { key: app.api_key })
    const ids = http.body.resource.map((table) => `millwright://second/table/${table}`)
    expect((value.results as { id: string }[]).map(({ id }) => id)).toEqual(ids)
    const { text, isError } = await many.call(
      'fetch',
      { id: 'millwright://second/table/contact' },
      { key: app.api_key },
    )
    expect({ isError, text }).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^(Authentication|Permission): /),
    })
  })

  it('return what people wrote about tables and fields, without repeating names', async () => {
    expect((await one.call('get_semantics', {}, as)).value).toEqual({
      tables: [
        { name: 'contact', fields: [{ name: 'churn', label: 'Leavers', description: 'Who left within a month.' }] },
        {
          name: 'member',
          label: 'Members',
          fields: [{ name: 'churn', label: 'Leavers', description: 'Who left within a month.' }],
        },
      ],
    })
  })
})
