import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sessionTokenHeader } from '@millwright/contract/headers'
import { compileErrors, validate } from '@readme/openapi-parser'
import { dump, load } from 'js-yaml'
import { beforeAll, expect, it } from 'vitest'
import { makeManyTables } from '../../../testing/databases/many-tables.ts'
import { fixture } from '../../../testing/fixture.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'

const { send, server, root: as } = sharedInstance()
const folder = fixture(
  async () => ({ path: await mkdtemp(join(tmpdir(), 'millwright-tables-')) }),
  ({ path }) => rm(path, { recursive: true, force: true }),
)

interface Answered {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses?: Readonly<Record<string, unknown>> } | undefined>>>
  >
  readonly components: { readonly responses: object }
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string } | undefined>>>>
}

const documentOf = async (service: string, query = '') => {
  const { body } = await send<Document>('GET', `api_docs/${service}${query}`, { as })
  return body
}

beforeAll(async () => {
  for (const [name, count] of [
    ['many', 1_000],
    ['some', 3],
  ] as const) {
    const database = join(folder.path, `${name}.sqlite`)
    makeManyTables(database, count)
    const resource = [{ name, label: name, type: 'sqlite', is_active: true, config: { database } }]
    expect((await send('POST', 'system/service', { as, body: { resource } })).status).toBe(201)
  }
})

it('carries a database of 1,000 tables with three relations each in less than 5 MB, also with what assistants read', async () => {
  for (const version of ['3.0', '3.1']) {
    const document = await documentOf('many', `?openapi=${version}`)
    expect(Buffer.byteLength(JSON.stringify(document))).toBeLessThan(4_500_000)
    const { post, patch } = document.paths['/_table/sales_table_999'] ?? {}
    expect([post, patch]).toMatchObject([{ requestBody: {} }, { requestBody: {} }])
    const { body } = await send('GET', `many/_spec?openapi=${version}`, { as })
    expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(4_950_000)
  }
})

it('leaves rare parameters and typed answers of writes to the paths of any table where there are many', async () => {
  const item = async (service: string, path: string) => JSON.stringify((await documentOf(service)).paths[path])
  for (const rare of [
    'parameters/rollback',
    'parameters/as_list',
    'parameters/id_field',
    'text/csv',
    'schemas/NoRecords',
  ]) {
    expect(await item('many', '/_table/sales_table_1')).not.toContain(rare)
    for (const path of ['/_table/sales_table_1', '/_table/{table_name}'])
      expect(await item('some', path)).toContain(rare)
    expect(await item('many', '/_table/{table_name}')).toContain(rare)
  }
  const document = (await documentOf('many')) as Document & Answered
  const answers = (path: string) =>
    ['get', 'post', 'patch', 'delete'].map((verb) => JSON.stringify(document.paths[path]?.[verb]?.responses?.['200']))
  const written = '{"$ref":"#/components/responses/RecordsResponse"}'
  expect(answers('/_table/sales_table_1')).toEqual([
    expect.stringContaining('SalesTable1List'),
    written,
    written,
    written,
  ])
  expect(document.components.responses).toMatchObject({ RecordsResponse: {}, RecordResponse: {} })
})

it('leaves out only PUT where there are many tables, and nothing if everything is asked for', async () => {
  const verbs = async (service: string, query: string, path: string) =>
    Object.keys((await documentOf(service, query)).paths[path] ?? {}).filter((member) => member !== 'parameters')
  for (const path of ['/_table/sales_table_1', '/_table/sales_table_1/{id}', '/_table/{table_name}']) {
    const all = await verbs('some', '', path)
    expect(all).toContain('put')
    expect(await verbs('many', '?expand_schema=true', path)).toEqual(all)
    const usual = path.includes('{table_name}') ? all : all.filter((verb) => verb !== 'put')
    expect(await verbs('many', '', path)).toEqual(usual)
  }
})

it('describes the same records and operations, however many tables there are', async () => {
  const operations = async (service: string, query = '') => {
    const item = (await documentOf(service, query)).paths['/_table/sales_table_1'] ?? {}
    return Object.entries(item).flatMap(([verb, operation]) => (verb === 'put' ? [] : (operation?.operationId ?? [])))
  }
  expect(await operations('many')).toEqual(await operations('many', '?expand_schema=true'))
  const { body } = await send<Extract<Parameters<typeof validate>[0], object>>('GET', 'api_docs/many?openapi=3.1', {
    as,
  })
  const checked = await validate(structuredClone(body))
  expect(checked.valid ? '' : compileErrors(checked)).toBe('')
})

it('has all endpoints in its compact form, and is not sent again to those who know it', async () => {
  const { status, headers, body } = await send<{ endpoints: { path: string }[]; endpoint_count: number }>(
    'GET',
    'many/_spec?compact=true',
    { as },
  )
  expect([status, body.endpoints.length]).toEqual([200, body.endpoint_count])
  expect(body.endpoints.filter(({ path }) => path.includes('sales_table_999')).length).toBeGreaterThan(1)
  const known = { 'if-none-match': String(headers.etag) }
  expect((await send('GET', 'many/_spec?compact=true', { as, headers: known })).status).toBe(304)
})

it('is the same in YAML and JSON, whatever stands in it', async () => {
  const content = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Odd: "names"', version: '1', description: 'Lines\n\n  and more\n\ttabs \n', 'x-empty': [] },
    paths: Object.fromEntries(
      Array.from({ length: 500 }, (_, at) => [
        `/${at}/{id}: #`,
        {
          get: {
            description: `- not a list\n  ${at}`,
            'x-deep': [[{ a: [] }, [1, null]], {}, 'true', '1.5', ''],
            responses: { 200: { description: '  ' } },
          },
        },
      ]),
    ),
    'x-list': [{ y: 'é\u2028', no: false }, ['~']],
  })
  const body = { service_doc_by_service_id: { format: 0, content } }
  const { body: found } = await send<{ resource: { id: number }[] }>('GET', "system/service?filter=name='some'", { as })
  expect((await send('PATCH', `system/service/${found.resource[0]?.id}`, { as, body })).status).toBe(200)
  for (const service of ['some', 'many']) {
    const document = await documentOf(service, '?openapi=3.1')
    const { body: yaml } = await send<string>('GET', `api_docs/${service}?openapi=3.1&format=yaml`, { as })
    expect(yaml === dump(document, { noRefs: true, lineWidth: -1 })).toBe(true)
    expect(load(yaml)).toEqual(document)
  }
})

it('is converted like other answers where neither JSON nor YAML is asked for', async () => {
  const { headers } = await send('GET', 'api_docs/many?file=many.xml', { as })
  expect(headers['content-type']).toContain('xml')
  const { headers: json, body } = await send('GET', 'api_docs/many?file=mine.json', { as })
  expect([json['content-disposition'], body]).toEqual([expect.stringContaining('mine.json'), await documentOf('many')])
})

it('is compressed for clients that accept it, and whole for others', async () => {
  const ask = (query: string, accepted: string) =>
    server.inject({
      url: `/api/v2/api_docs/many${query}`,
      headers: { [sessionTokenHeader]: as.token, 'accept-encoding': accepted },
    })
  for (const query of ['', '?format=yaml']) {
    const plain = await ask(query, 'identity')
    expect(plain.headers).not.toHaveProperty('content-encoding')
    const zipped = await ask(query, 'gzip')
    expect(zipped.headers).toMatchObject({ 'content-encoding': 'gzip', etag: plain.headers.etag })
    expect(zipped.headers).not.toHaveProperty('content-length')
    expect(gunzipSync(zipped.rawPayload).equals(plain.rawPayload)).toBe(true)
    expect(zipped.rawPayload.length).toBeLessThan(plain.rawPayload.length / 5)
  }
})
