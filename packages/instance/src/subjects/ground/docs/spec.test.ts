import { beforeAll, describe, expect, it } from 'vitest'
import { sharedInstance } from '../../../testing/test-instance.ts'

interface Model {
  readonly error?: string
  readonly tables: Record<string, Record<string, unknown> & { columns: Record<string, unknown>[] }>
  readonly relationships: Record<string, Record<string, unknown>[]>
  readonly patterns: Record<string, unknown[]>
  readonly query_templates?: Record<string, object>
  readonly partial?: true
}

interface Compact {
  readonly endpoints: { path: string; method: string; parameters?: string[]; has_request_body: boolean }[]
  readonly endpoint_count: number
  readonly 'x-dreamfactory-resources': { tables?: string[]; count: number }
}

interface Document {
  readonly paths: Record<string, object>
  readonly components: { readonly schemas: Record<string, object> }
  readonly 'x-dreamfactory-resources': { tables: string[]; count: number }
  readonly 'x-dreamfactory-relationships': { tables: Record<string, { ref_table: string }[]> }
}

const { send, root, make } = sharedInstance({ config: { sampleData: true } })
let sample: number
beforeAll(async () => {
  sample = await make.serviceId('sample')
})

type Access = NonNullable<NonNullable<Parameters<(typeof make)['role']>[0]>['access']>

/** Creates a user whose role allows to read the description of the sample database, and these. */
async function member(...access: Access) {
  const spec = { service_id: sample, component: '_spec', verbs: ['GET'] } as const
  const role = await make.role({ access: [{ ...spec, verbs: ['GET'] }, ...access] })
  const app = await make.app({ role_id: role.id })
  return { as: await make.user(), key: app.api_key }
}

const spec = async <T>(query: string, as: Parameters<typeof send>[2] = { as: root }) =>
  send<T>('GET', `sample/_spec?${query}`, as)

describe('the description of a service for assistants', () => {
  it('is rejected without access to _spec, and has nothing of tables whose records the caller may not read', async () => {
    const table = { service_id: sample, component: '_table/contact/*', verbs: ['GET'] } as Access[number]
    const role = await make.role({ access: [table] })
    const app = await make.app({ role_id: role.id })
    const outside = { as: await make.user(), key: app.api_key }
    expect((await spec('model=true', outside)).status).toBe(403)
    const writer = await member(table, { service_id: sample, component: '_table/customer/*', verbs: ['POST'] })
    const { body } = await spec<Model>('model=true&samples=true', writer)
    expect(Object.keys(body.tables)).toEqual(['contact'])
    expect(JSON.stringify(body)).not.toContain('customer_by')
    expect(body.tables.contact?.columns).toContainEqual({ name: 'customer_id', type: 'reference', required: true })
    const full = await spec<Document>('', writer)
    expect(full.body['x-dreamfactory-resources']).toMatchObject({ tables: ['contact'], count: 1 })
    expect(full.body['x-dreamfactory-relationships'].tables).toEqual({})
    expect((await spec('model=true&resource_name=staff', writer)).status).toBe(404)
  })

  it('counts and samples only the rows that the role allows, and no records without samples', async () => {
    const rule = { service_id: sample, verb_mask: 1, requestor_mask: 3, filter_op: 'AND' }
    const filters = [{ name: 'id', operator: '=', value: '2' }]
    const rules = [
      { ...rule, component: '_spec' },
      { ...rule, component: '_table/contact/*', filters },
    ]
    const made = { name: 'one contact', is_active: true, role_service_access_by_role_id: rules }
    const role = await send<{ resource: { id: number }[] }>('POST', 'system/role', {
      as: root,
      body: { resource: [made] },
    })
    const app = await make.app({ role_id: role.body.resource[0]?.id ?? 0 })
    const clerk = { as: await make.user(), key: app.api_key }
    const bare = await spec<Model>('model=true', clerk)
    expect(bare.body.tables.contact).toMatchObject({ row_count: 1 })
    expect(bare.body.tables.contact).not.toHaveProperty('sample_data')
    const { body } = await spec<Model>('model=true&samples=true', clerk)
    expect(body.tables.contact?.sample_data).toEqual([expect.objectContaining({ id: 2 })])
  })

  it('has columns, relations, values that repeat, and examples as a data model', async () => {
    const { status, body, headers } = await spec<Model>('model=true&samples=true')
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('no-store')
    expect(body.tables.contact?.columns).toContainEqual({ name: 'id', type: 'id', pk: true })
    expect(body.tables.contact?.columns).toContainEqual(
      expect.objectContaining({ name: 'customer_id', fk: 'customer.id', required: true }),
    )
    expect(body.relationships.contact).toContainEqual(
      expect.objectContaining({ name: 'customer_by_customer_id', type: 'belongs_to', ref_table: 'customer' }),
    )
    expect(body.tables.contact?.sample_data).toHaveLength(3)
    expect(body).not.toHaveProperty('partial')
    expect(body.query_templates).toHaveProperty('count_contact')
    const stock = await spec<Model>('model=true&stock=true&samples=true')
    expect(JSON.stringify(stock.body)).not.toMatch(/sample_data|enum_values|hints|query_templates|usage/)
    const same = await send('GET', 'sample/_spec?model=true&stock=true', {
      as: root,
      headers: { 'if-none-match': stock.headers.etag ?? '' },
    })
    expect(same.status).toBe(304)
  })

  it('is one line per operation in compact form, with the names of tables on request', async () => {
    const { body } = await spec<Compact>('compact=true')
    expect(body.endpoint_count).toBe(body.endpoints.length)
    expect(body.endpoints).toContainEqual(
      expect.objectContaining({
        path: '/_table/contact',
        method: 'GET',
        parameters: expect.arrayContaining(['limit (query, integer)']),
        has_request_body: false,
      }),
    )
    expect(body).not.toHaveProperty('paths')
    expect(body).not.toHaveProperty('components')
    expect(body['x-dreamfactory-resources'].tables).toBeUndefined()
    const named = await spec<Compact>('compact=true&tables=true')
    expect(named.body['x-dreamfactory-resources'].tables).toContain('contact')
  })

  it('is narrowed to a resource by its name, else by its beginning, with what it refers to', async () => {
    const { body } = await spec<Document>('resource_name=CONTACT')
    expect(Object.keys(body.paths)).toEqual(['/_table/contact', '/_table/contact/{id}'])
    expect(body.components.schemas).toHaveProperty('Contact')
    expect(body.components.schemas).not.toHaveProperty('SalesOrder')
    const begun = await spec<Document>('resource_name=sales_ord')
    expect(Object.keys(begun.body.paths).every((path) => path.startsWith('/_table/sales_order'))).toBe(true)
    expect((await spec('resource_name=nothing')).status).toBe(404)
  })

  it('has no data model without tables, and its URL is listed for those who may read it', async () => {
    const files = await send<Model>('GET', 'files/_spec?model=true', { as: root })
    expect(files).toMatchObject({ status: 200, body: { error: "The service 'files' has no tables." } })
    const clerk = await member({ service_id: await make.serviceId('files'), component: 'docs/*', verbs: ['GET'] })
    const { body } = await send<{ services: { name: string; spec_url?: string }[] }>('GET', '', clerk)
    expect(body.services.map(({ name, spec_url }) => [name, spec_url])).toEqual([
      ['files', undefined],
      ['sample', '/api/v2/sample/_spec'],
    ])
    const named = await send<{ services: object[] }>('GET', '?fields=label', clerk)
    expect(named.body.services[0]).not.toHaveProperty('spec_url')
  })
})
