import { load } from 'js-yaml'
import { beforeAll, describe, expect, test } from 'vitest'
import { sharedInstance } from '../../../testing/test-instance.ts'

interface Document {
  readonly openapi: string
  readonly tags: readonly { readonly name: string }[]
  readonly info: Record<string, unknown>
  readonly paths: Record<string, Record<string, { operationId?: string; tags?: string[]; responses: object }>>
  readonly components: { readonly schemas: Record<string, { readonly properties?: Record<string, object> }> }
}

type Access = NonNullable<NonNullable<Parameters<(typeof make)['role']>[0]>['access']>

const { send, root, make, parts, failures } = sharedInstance({ config: { sampleData: true } })
let dbId: number
let filesId: number
beforeAll(async () => {
  dbId = await make.serviceId('sample')
  filesId = await make.serviceId('files')
})

/** Creates a user whose role has this access, and the key of the app in which they have it. */
async function member(...access: Access) {
  const role = await make.role({ access })
  const app = await make.app({ role_id: role.id })
  return { as: await make.user(), key: app.api_key }
}

const calls = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item).flatMap((verb) => (verb === 'parameters' ? [] : [`${verb} ${path}`])),
  )

describe('access to documents', () => {
  test('a service that the role does not permit is rejected, an unknown one is not found, and writing is not supported', async () => {
    const clerk = await member({ service_id: dbId, component: '*', verbs: ['GET'] })
    expect((await send('GET', 'api_docs/system', clerk)).status).toBe(403)
    expect((await send('GET', 'system/_spec', clerk)).status).toBe(403)
    expect((await send('GET', 'api_docs/nothing', clerk)).status).toBe(404)
    expect((await send('POST', 'api_docs', { as: root, body: {} })).status).toBe(400)
    const off = await make.service({ type: 'local_file', is_active: false })
    expect((await send('GET', `api_docs/${off.name}`, { as: root })).status).toBe(403)
  })

  test('a service without a definition, and without one for its type, responds with 503', async () => {
    const { name } = await make.service({ type: 'nodejs' })
    expect((await send('GET', `api_docs/${name}`, { as: root })).status).toBe(503)
    expect((await send<Document>('GET', 'api_docs', { as: root })).status).toBe(200)
  })

  test('a database with an invalid configuration responds with 503, and has no paths in the document of all services', async () => {
    const { id, name } = await make.service({ type: 'sqlite' })
    await parts.store.db.updateTable('service').set({ config: '[' }).where('id', '=', id).execute()
    const { body } = await send<Document>('GET', 'api_docs', { as: root })
    expect(await send('GET', `api_docs/${name}`, { as: root })).toMatchObject({ status: 503 })
    expect(body.tags.map((tag) => tag.name)).toContain(name)
    expect(Object.keys(body.paths).filter((path) => path.startsWith(`/${name}/`))).toEqual([])
    expect(failures.splice(0)).toEqual([expect.stringContaining(`Reading the configuration of the service ${name}`)])
  })

  test('any caller sees only services and verbs that are permitted', async () => {
    expect((await send<Document>('GET', 'api_docs')).body.paths).toEqual({})
    expect((await send('GET', 'api_docs?as_list=true')).body).toEqual({ resource: [] })
    const clerk = await member({ service_id: dbId, component: '_table/sales_order/*', verbs: ['GET', 'POST'] })
    expect((await send('GET', 'api_docs?as_list=true', clerk)).body).toEqual({ resource: ['sample'] })
    const { body } = await send<Document>('GET', 'api_docs/sample', clerk)
    expect(calls(body).filter((call) => !call.includes('{table_name}'))).toEqual([
      'get /_table/sales_order',
      'post /_table/sales_order',
      'get /_table/sales_order/{id}',
    ])
    expect(body.components.schemas.SalesOrder?.properties).toHaveProperty('id')
    expect(body.components.schemas.Customer?.properties).toBeUndefined()
  })

  test('access rules for folders allow reading and writing files and folders', async () => {
    const clerk = await member({ service_id: filesId, component: 'docs/*', verbs: ['GET'] })
    const { body } = await send<Document>('GET', 'api_docs/files', clerk)
    expect(calls(body)).toEqual(['get /', 'get /{folder_path}/', 'get /{file_path}'])
  })

  test('components for access rules are the names of services', async () => {
    const { body } = await send<{ resource: string[] }>('GET', 'api_docs?as_access_list=true', { as: root })
    expect(body.resource).toEqual([
      '',
      '*',
      'system',
      'api_docs',
      'files',
      'logs',
      'db',
      'email',
      'user',
      ...body.resource.slice(9),
    ])
  })
})

describe('formats and caching of documents', () => {
  test('a document that the client has is not sent again until it changes', async () => {
    const first = await send('GET', 'api_docs/sample', { as: root })
    const headers = { 'if-none-match': String(first.headers.etag) }
    expect((await send('GET', 'api_docs/sample', { as: root, headers })).status).toBe(304)
    const body = {
      resource: [
        {
          name: 'parcel',
          field: [
            { name: 'id', type: 'id' },
            { name: 'weight', type: 'decimal', required: true },
          ],
        },
      ],
    }
    expect((await send('POST', 'sample/_schema', { as: root, body })).status).toBe(200)
    const after = await send<Document>('GET', 'api_docs/sample', { as: root, headers })
    expect(after.status).toBe(200)
    expect(after.body.components.schemas.Parcel?.properties).toMatchObject({
      id: { type: 'integer' },
      weight: { type: 'number' },
    })
    expect(after.body.components.schemas.NewParcel).toMatchObject({ allOf: [{}], required: ['weight'] })
  })

  test('the version is 3.0.3, or 3.1 on request; others are rejected', async () => {
    const versionOf = async (query: string) =>
      (await send<Document>('GET', `api_docs${query}`, { as: root })).body.openapi
    for (const path of ['', '/db', '/email']) {
      expect(
        await Promise.all(
          ['', '?openapi=3.0', '?openapi=3.1', '?openapi=3.1.0'].map((query) => versionOf(path + query)),
        ),
      ).toEqual(['3.0.3', '3.0.3', '3.1.0', '3.1.0'])
      expect((await send('GET', `api_docs${path}?openapi=2.0`, { as: root })).status).toBe(400)
    }
    const tags = await Promise.all(
      ['', '?openapi=3.1'].map((query) => send('GET', `api_docs/db${query}`, { as: root })),
    )
    expect(new Set(tags.map(({ headers }) => headers.etag)).size).toBe(2)
  })

  test('YAML is equivalent to JSON, by format, by Accept and as a file', async () => {
    const { body: document } = await send('GET', 'api_docs/email', { as: root })
    for (const [query, headers] of [
      ['?format=yaml', {}],
      ['', { accept: 'application/yaml' }],
      ['?file=mail.yaml', {}],
    ] as const) {
      const { body, headers: answered } = await send<string>('GET', `api_docs/email${query}`, { as: root, headers })
      expect(answered['content-type']).toContain('application/yaml')
      expect(load(body)).toEqual(document)
    }
    const file = await send('GET', 'api_docs/email?file=mail.json', { as: root })
    expect(file.headers['content-disposition']).toContain('mail.json')
  })

  test('a service returns its own document at _spec', async () => {
    const { body, headers } = await send('GET', 'sample/_spec', { as: root })
    expect(body).toMatchObject((await send<Document>('GET', 'api_docs/sample', { as: root })).body)
    expect(headers['cache-control']).toBe('no-store')
  })

  test('tables have no separate paths without expand_schema', async () => {
    const { body } = await send<Document>('GET', 'api_docs/sample?expand_schema=false', { as: root })
    expect(calls(body).some((call) => call.includes('/_table/{table_name}'))).toBe(true)
    expect(calls(body).some((call) => call.includes('/sales_order'))).toBe(false)
  })
})

describe('hand-written definitions', () => {
  const service = async (content: string, format = 0) => {
    const { id, name } = await make.service({ type: 'rws' })
    const body = { service_doc_by_service_id: { format, content } }
    return { name, answer: await send('PATCH', `system/service/${id}`, { as: root, body }) }
  }

  test.for([
    ['{"paths":', 0, 'not valid JSON'],
    ['a: [1', 1, 'not valid YAML'],
    ['[]', 0, 'must be an object'],
    ['paths: 3', 1, 'paths of the definition'],
    ['{"paths":{"/a":1}}', 0, "path '/a'"],
    ['{"swagger":"2.0","paths":{"/a":{"get":{"parameters":3}}}}', 0, 'older version'],
    [laughs(), 1, 'values'],
    [`{"paths":${'['.repeat(1000)}${']'.repeat(1000)}}`, 0, 'nested'],
  ] as const)('an invalid definition is rejected with one sentence: %#', async ([content, format, part]) => {
    const { answer } = await service(content, format)
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([400, expect.stringContaining(part)])
  })

  test('Swagger 2 is returned as OpenAPI 3, with the names of the service inserted', async () => {
    const { name } = await service(JSON.stringify(petShop))
    const { body } = await send<Document>('GET', `api_docs/${name}`, { as: root })
    expect(body.openapi).toBe('3.0.3')
    expect(body.info).toMatchObject({ title: 'Pets', description: name })
    expect(body.paths['/pets/{id}']?.get).toMatchObject({
      operationId: `get${name}Pet`,
      tags: [name],
      parameters: [{ name: 'id', in: 'path' }],
      responses: { 200: {}, default: { $ref: '#/components/responses/Error' } },
    })
    const { body: whole } = await send<Document>('GET', 'api_docs', { as: root })
    expect(whole.paths).toHaveProperty([`/${name}/pets/{id}`])
    expect(whole.components.schemas).toHaveProperty([`${name}.Pet`])
  })

  test('nonsensical members do no harm', async () => {
    const { id, name } = await make.service({ type: 'rws' })
    const paths = {
      '/100%': { get: { responses: [], parameters: 3, operationId: 5 } },
      '': { post: null, parameters: {} },
      'a/{b}': { put: {} },
    }
    const content = JSON.stringify({
      openapi: '3.1.0',
      paths,
      components: { schemas: { Error: 3 }, responses: [] },
      info: 'x',
    })
    const body = { service_doc_by_service_id: { format: 0, content } }
    expect((await send('PATCH', `system/service/${id}`, { as: root, body })).status).toBe(200)
    const clerk = await member({ service_id: id, component: '*', verbs: ['GET'] })
    expect(calls((await send<Document>('GET', `api_docs/${name}`, clerk)).body)).toEqual(['get /100%'])
    expect((await send('GET', 'api_docs', clerk)).status).toBe(200)
  })

  test('paths that start with the name of the service are relative to it', async () => {
    const { id, name } = await make.service({ type: 'rws' })
    const content = `openapi: 3.1.0\npaths:\n  /{service.name}/a:\n    get: {}\n`
    await send('PATCH', `system/service/${id}`, {
      as: root,
      body: { service_doc_by_service_id: { format: 1, content } },
    })
    expect(calls((await send<Document>('GET', `api_docs/${name}`, { as: root })).body)).toEqual(['get /a'])
  })
})

test('300 tables are described, and the same way if nothing changed', async () => {
  const tables = Array.from({ length: 300 }, (_, at) => ({
    name: `wide_${at}`,
    field: [
      { name: 'id', type: 'id' },
      ...Array.from({ length: 12 }, (_, column) => ({ name: `column_${column}`, type: 'string' })),
    ],
  }))
  expect((await send('POST', 'sample/_schema', { as: root, body: { resource: tables } })).status).toBe(200)
  const described = async () => (await send<Document>('GET', 'api_docs/sample', { as: root })).body
  const first = await described()
  for (const { name } of tables) expect(Object.keys(first.paths)).toContainEqual(expect.stringContaining(`/${name}`))
  expect(await described()).toEqual(first)
})

function laughs(): string {
  const lines = ['a0: &a0 [1,2,3,4,5,6,7,8,9]']
  for (let at = 1; at < 9; at++)
    lines.push(
      `a${at}: &a${at} [${Array(9)
        .fill(`*a${at - 1}`)
        .join(',')}]`,
    )
  return lines.join('\n')
}

const petShop = {
  swagger: '2.0',
  info: { title: 'Pets', version: '1', description: '{service.name}' },
  host: 'pets.example',
  basePath: '/v1',
  paths: {
    '/pets/{id}': {
      get: {
        operationId: 'get{service.name}Pet',
        produces: ['application/json'],
        responses: { 200: { description: 'A pet', schema: { $ref: '#/definitions/Pet' } } },
      },
    },
  },
  definitions: { Pet: { type: 'object', properties: { name: { type: 'string' } } } },
}
