import { maskOf, type Verb } from '@millwright/contract/verbs'
import { beforeAll, describe, expect, it } from 'vitest'
import { fixture } from '../../../testing/fixture.ts'
import { mcpSender } from '../../../testing/mcp/mcp-client.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'

/** A tool call and the equivalent HTTP request. */
interface Pair {
  readonly tool: string
  readonly args: object
  readonly verb: Verb
  readonly path: string
  readonly body?: object
}

const pairs: readonly Pair[] = [
  { tool: 'get_tables', args: {}, verb: 'GET', path: 'sample/_table' },
  ...['contact', 'customer', 'product', 'no_such_table'].flatMap((table): Pair[] => [
    { tool: 'get_table_data', args: { table_name: table }, verb: 'GET', path: `sample/_table/${table}` },
    { tool: 'get_table_schema', args: { table_name: table }, verb: 'GET', path: `sample/_schema/${table}` },
    { tool: 'get_table_fields', args: { table_name: table }, verb: 'GET', path: `sample/_schema/${table}/_field` },
    {
      tool: 'aggregate_data',
      verb: 'GET',
      path: `sample/_table/${table}?fields=COUNT(*)`,
      args: { table_name: table, aggregates: [{ function: 'COUNT', field: '*' }] },
    },
  ]),
  {
    tool: 'get_table_data',
    verb: 'GET',
    path: 'sample/_table/contact?filter=nonsense%20%3D%201',
    args: { table_name: 'contact', filter: 'nonsense = 1' },
  },
  {
    tool: 'get_table_data',
    verb: 'GET',
    path: 'sample/_table/contact?related=customer_by_customer_id',
    args: { table_name: 'contact', related: ['customer_by_customer_id'] },
  },
  {
    tool: 'get_table_data',
    verb: 'GET',
    path: 'sample/_table/contact?ids=1,2,3',
    args: { table_name: 'contact', ids: ['1', '2', '3'] },
  },
  {
    tool: 'create_records',
    verb: 'POST',
    path: 'sample/_table/product?rollback=true',
    args: { table_name: 'product', records: [{ nonsense: 1 }], rollback: true },
    body: { resource: [{ nonsense: 1 }] },
  },
  {
    tool: 'update_records',
    verb: 'PATCH',
    path: 'sample/_table/contact?ids=999',
    args: { table_name: 'contact', ids: ['999'], records: [{ phone: 'x' }] },
    body: { resource: [{ phone: 'x' }] },
  },
  {
    tool: 'delete_records',
    verb: 'DELETE',
    path: 'sample/_table/contact?ids=999',
    args: { table_name: 'contact', ids: ['999'] },
  },
  { tool: 'list_files', args: { path: 'docs' }, verb: 'GET', path: 'files/docs/' },
  { tool: 'get_file', args: { path: 'docs/a.txt' }, verb: 'GET', path: 'files/docs/a.txt' },
  { tool: 'delete_file', args: { path: 'docs/b.txt' }, verb: 'DELETE', path: 'files/docs/b.txt' },
]

interface Role {
  readonly name: string
  /** Number of visible tools. */
  readonly tools: number
  readonly access: readonly {
    service: 'sample' | 'files' | null
    component: string
    verbs: readonly Verb[]
    filters?: string
  }[]
}

const all = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const roles: readonly Role[] = [
  { name: 'nobody', tools: 0, access: [] },
  { name: 'everything', tools: 21, access: [{ service: null, component: '*', verbs: all }] },
  { name: 'reader', tools: 11, access: [{ service: 'sample', component: '*', verbs: ['GET'] }] },
  {
    name: 'contacts only',
    tools: 4,
    access: [{ service: 'sample', component: '_table/contact', verbs: ['GET', 'PATCH'] }],
  },
  {
    name: 'one contact',
    tools: 6,
    access: [
      {
        service: 'sample',
        component: '_table/contact/*',
        verbs: all,
        filters: JSON.stringify([{ name: 'id', operator: '=', value: '2' }]),
      },
    ],
  },
  { name: 'clerk of files', tools: 3, access: [{ service: 'files', component: 'docs/*', verbs: ['GET'] }] },
  {
    name: 'all but products',
    tools: 7,
    access: [
      { service: 'sample', component: '_table/*', verbs: all },
      { service: 'sample', component: '_table/product/*', verbs: [] },
    ],
  },
]

describe('permissions of roles through tools and over HTTP', () => {
  const { send, root, make, parts } = sharedInstance({ config: { sampleData: true } })
  const { call, tools } = mcpSender(send, 'assistant')
  beforeAll(() => send('POST', 'files/docs/', { as: root }))
  const written = { as: root, headers: { 'content-type': 'text/plain' }, body: 'one' }
  beforeAll(async () => {
    expect((await send('POST', 'files/docs/a.txt', written)).status).toBe(201)
  })
  const config = {
    exposed_services: ['sample', 'files'],
    allow_api_key_auth: true,
    require_role_access: false,
    allow_writes: true,
    allow_deletes: true,
    confirm_writes: 'off',
  }
  beforeAll(() =>
    send('POST', 'system/service', {
      as: root,
      body: { name: 'assistant', label: 'A', type: 'mcp', is_active: true, config },
    }),
  )
  const ids = fixture(async () => ({ sample: await make.serviceId('sample'), files: await make.serviceId('files') }))

  async function keyOf({ name, access }: Role): Promise<string> {
    const role = await make.role({ name })
    for (const { service, component, verbs, filters } of access) {
      await parts.store.db
        .insertInto('role_service_access')
        .values({
          role_id: role.id,
          service_id: service === null ? null : ids[service],
          component,
          verb_mask: maskOf(verbs),
          requestor_mask: 1,
          filters: filters ?? null,
          filter_op: 'AND',
          created_date: '',
          last_modified_date: '',
          created_by_id: null,
          last_modified_by_id: null,
        })
        .execute()
    }
    await parts.store.changes.publish([{ table: 'role_service_access', ids: 'all' }])
    return (await make.app({ role_id: role.id, api_key: name.replaceAll(/\W/g, '').padEnd(64, '0') })).api_key
  }

  it.each(roles)('are equal for $name', async (role) => {
    const key = await keyOf(role)
    const listed = new Set((await tools({ key })).map(({ name }) => name))
    // Even callers without any permission may request access.
    expect(listed.delete('request_access')).toBe(true)
    const differences: unknown[] = []
    for (const { tool, args, verb, path, body } of pairs) {
      const service = path.startsWith('files') ? 'files' : 'sample'
      const isMerged = listed.has(tool)
      const http = await send<{ error?: { message: string }; resource?: unknown[] }>(verb, path, {
        key,
        ...(body && { body }),
      })
      const mcp = isMerged ? await call(tool, args, { key }) : null
      const allowed = http.status < 400
      if (mcp === null) {
        if (allowed) differences.push({ role: role.name, tool, path, http: http.status, service, mcp: 'not listed' })
        continue
      }
      const told = http.body.error?.message
      if (allowed === mcp.isError || (told !== undefined && !mcp.text.includes(told))) {
        differences.push({ role: role.name, tool, args, http: [http.status, told], mcp: mcp.text })
      }
      const rows = http.body.resource
      if (
        allowed &&
        tool === 'get_table_data' &&
        JSON.stringify(rows?.slice(0, 50)) !== JSON.stringify(mcp.value.rows)
      ) {
        differences.push({ role: role.name, tool, args, rows, mcp: mcp.value.rows })
      }
    }
    expect(differences).toEqual([])
    expect(listed.size).toBe(role.tools)
  })
})
