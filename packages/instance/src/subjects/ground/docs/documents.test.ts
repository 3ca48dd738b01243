import { compileErrors, validate } from '@readme/openapi-parser'
import openapiTypes, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { expect, test } from 'vitest'
import { fixture } from '../../../testing/fixture.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'

type Document = Extract<Parameters<typeof validate>[0], object>

const { send, root, make } = sharedInstance({ config: { sampleData: true } })

/** Definitions of each version, with features specific to it. */
const shop = {
  swagger: '2.0',
  info: { title: 'Shop', version: '1' },
  host: 'shop.example.test',
  basePath: '/v1',
  consumes: ['application/json'],
  securityDefinitions: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
  security: [{ key: [] }],
  paths: {
    '/carts/{id}/picture': {
      post: {
        consumes: ['multipart/form-data'],
        parameters: [
          { name: 'id', in: 'path', type: 'integer', format: 'int64', required: true },
          { name: 'picture', in: 'formData', type: 'file', required: true },
          { name: 'tags', in: 'query', type: 'array', items: { type: 'string' }, collectionFormat: 'csv' },
        ],
        responses: { 204: { description: 'Kept', headers: { 'X-Left': { type: 'integer' } } } },
      },
      put: {
        parameters: [{ name: 'cart', in: 'body', schema: { $ref: '#/definitions/Cart' } }],
        responses: { default: { description: 'The cart', schema: { $ref: '#/definitions/Cart' } } },
      },
    },
  },
  definitions: {
    Cart: { type: 'object', properties: { parts: { type: 'array', items: { $ref: '#/definitions/Cart' } } } },
  },
}
const orders = {
  openapi: '3.0.3',
  info: { title: 'Orders', version: '2', group: 'Ours' },
  servers: [{ url: 'https://{host}/v2', variables: { host: { default: 'orders.example.test' } } }],
  paths: {
    '/orders/{id}': {
      parameters: [{ $ref: '#/components/parameters/Id' }],
      get: {
        security: [{ theirs: [] }],
        responses: { 200: { $ref: '#/components/responses/Order' }, '4XX': { description: 'Refused' } },
      },
      patch: {
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
        responses: {
          200: { description: 'Done', content: { 'text/csv': { schema: { type: 'string', nullable: true } } } },
        },
        callbacks: { changed: { '{$request.body#/url}': { post: { responses: { 200: { description: 'Heard' } } } } } },
      },
    },
  },
  components: {
    securitySchemes: { theirs: { type: 'http', scheme: 'bearer' } },
    parameters: {
      Id: { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 0, exclusiveMinimum: true } },
    },
    responses: {
      Order: { description: 'It', content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } } },
    },
    schemas: {
      Order: {
        oneOf: [{ $ref: '#/components/schemas/Paid' }, { $ref: '#/components/schemas/Error' }],
        discriminator: { propertyName: 'kind' },
      },
      Paid: {
        type: 'object',
        nullable: true,
        properties: { kind: { type: 'string' }, at: { type: 'string', format: 'date-time', example: 'now' } },
      },
      Error: { type: 'object', properties: { kind: { type: 'string' } } },
    },
  },
}
const notes =
  'openapi: 3.1.0\ninfo: {title: Notes, version: 1.5, license: none}\npaths:\n  /notes/{id}/{part}:\n    get: {summary: Reads one}\n'

const defined = [
  ['store', 'rws', { base_url: 'https://shop.example.test' }, { format: 0, content: JSON.stringify(shop) }],
  ['ordering', 'nodejs', { content: 'return 1' }, { format: 0, content: JSON.stringify(orders) }],
  ['jotter', 'rws', { base_url: 'https://notes.example.test' }, { format: 1, content: notes }],
] as const
const others = [
  ['bucket', 'aws_s3', { container: 'a-bucket', region: 'eu-central-1' }],
  ['sftp', 'sftp_file', { host: '127.0.0.1', container: '/' }],
  ['ftp', 'ftp_file', { host: '127.0.0.1', container: '/' }],
  ['smtp', 'smtp_email', { host: '127.0.0.1' }],
  ['mailgun', 'mailgun_email', { domain: 'mail.example.test', key: 'k' }],
  ['ses', 'aws_ses', { key: 'k', secret: 's', region: 'eu-central-1' }],
  ['repositories', 'github', { vendor: 'somebody', token: 't' }],
  ['directory', 'ldap', { host: '127.0.0.1', base_dn: 'dc=example' }],
  ['undefined_script', 'nodejs', { content: 'return 1' }],
  ['undefined_api', 'rws', { base_url: 'https://undefined.example.test' }],
] as const
const services = [
  ...defined.map(([name, type, config, doc]) => ({ name, type, config, service_doc_by_service_id: doc })),
  ...others.map(([name, type, config]) => ({ name, type, config })),
].map((service) => ({ ...service, label: service.name, is_active: true }))
const made = fixture(() => send('POST', 'system/service', { as: root, body: { resource: services } }))
test('services of many kinds exist', () => {
  expect([made.status, made.body]).toEqual([201, expect.anything()])
})

test.for([
  [
    '',
    [
      ...([
        'get /sample/_table/sales_order',
        'post /system/role',
        'post /user/session',
        'get /files/{file_path}',
      ] as const),
      ...(['post /email', 'post /ses', 'put /bucket/{file_path}', 'post /store/carts/{id}/picture'] as const),
      ...(['get /ordering/orders/{id}', 'get /jotter/notes/{id}/{part}'] as const),
    ],
  ],
  [
    '/system',
    [
      ...(['get /', 'get /role/{id}', 'delete /cache/{service}', 'get /environment', 'patch /user/{id}'] as const),
      ...(['get /event', 'get /service_type/{name}', 'get /script_type', 'get /outbox/{name}'] as const),
      ...(['post /event_script/{id}', 'put /event_script/{id}', 'post /event_script/{id}/trial'] as const),
    ],
  ],
  ['/user', ['post /session', 'put /profile', 'post /register', 'post /password']],
  ['/sample', ['get /_schema/{table_name}', 'post /_table/{table_name}', 'patch /_table/sales_order/{id}']],
  ['/files', ['get /', 'put /{folder_path}/', 'delete /{file_path}']],
  ['/logs', ['get /']],
  ['/email', ['post /']],
  ['/api_docs', ['get /', 'get /{service_name}']],
  ['/store', ['post /carts/{id}/picture', 'put /carts/{id}/picture']],
  ['/ordering', ['get /orders/{id}', 'patch /orders/{id}']],
  ['/jotter', ['get /notes/{id}/{part}']],
] as const)('api_docs%s returns valid OpenAPI from which types can be generated', async ([path, expected]) => {
  for (const [version, query] of [
    ['3.0.3', ''],
    ['3.1.0', '?openapi=3.1'],
  ] as const) {
    const { status, body } = await send<Document>('GET', `api_docs${path}${query}`, { as: root })
    expect(status).toBe(200)
    expect(body).toMatchObject({ openapi: version, servers: [{ url: `/api/v2${path}` }] })
    const checked = await validate(structuredClone(body))
    expect(checked.valid ? '' : compileErrors(checked)).toBe('')
    const calls = operations(body)
    for (const call of expected) expect(calls.map((each) => each.call)).toContain(call)
    // Hand-written operations need not have ids.
    const ids = calls.flatMap(({ id }) => id ?? [])
    expect(new Set(ids).size).toBe(ids.length)
    // The document of all services is only checked once, as it is long.
    if (path === '' && query !== '') continue
    const source = astToString(await openapiTypes(structuredClone(body) as OpenAPI3, { silent: true }))
    for (const id of ids) expect(source).toMatch(new RegExp(`^ +"?${id}"?: \\{$`, 'm'))
  }
})

function operations(document: Document): { readonly call: string; readonly id: string | undefined }[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item ?? {}).flatMap(([verb, operation]) =>
      verb === 'parameters' || verb === 'summary'
        ? []
        : [{ call: `${verb} ${path}`, id: Object(operation).operationId }],
    ),
  )
}

test('documents for restricted roles are valid and contain only what they permit', async () => {
  const [sampleId, filesId, systemId] = await Promise.all(['sample', 'files', 'system'].map(make.serviceId))
  const role = await make.role({
    access: [
      { service_id: sampleId ?? 0, component: '_table/sales_order/*', verbs: ['GET', 'POST'] },
      { service_id: filesId ?? 0, component: 'docs/*', verbs: ['GET'] },
      { service_id: systemId ?? 0, component: 'role/*', verbs: ['GET', 'PATCH'] },
    ],
  })
  const clerk = { as: await make.user(), key: (await make.app({ role_id: role.id })).api_key }
  for (const path of ['', '/sample', '/files', '/system']) {
    for (const version of ['3.0', '3.1']) {
      const { status, body } = await send<Document>('GET', `api_docs${path}?openapi=${version}`, clerk)
      expect(status).toBe(200)
      const checked = await validate(structuredClone(body))
      expect(checked.valid ? '' : compileErrors(checked)).toBe('')
      const calls = operations(body).map(({ call }) => call)
      // Operations that every user may call, such as login or managing data views, are included if the service is visible.
      const more = calls.filter((call) => !/\/(?:session|profile|password|data_view(?:\/\{id\})?)$/.test(call))
      expect(more.filter((call) => /^(?:delete|put)|user|customer/.test(call))).toEqual([])
      expect(calls.length).toBeGreaterThan(0)
    }
  }
})
