import { afterAll, expect, it } from 'vitest'
import { fixture } from '../../../../testing/fixture.ts'
import { type Walk, walkOf } from '../../../../testing/openapi/walk.ts'
import { sharedInstance } from '../../../../testing/test-instance.ts'
import { openTestRemote } from '../../../../testing/test-remote.ts'

const remote = fixture(() => openTestRemote())
afterAll(() => remote.close())
const { send, root: as, make } = sharedInstance(() => ({ config: { allowPrivateHosts: [`127.0.0.1:${remote.port}`] } }))

/** Fails for operations that no call of a walk covered, by success or by error. */
function expectWhole({ faults, proxy }: Walk, never: { readonly refused?: readonly string[] } = {}): void {
  expect(faults).toEqual([])
  expect(proxy.uncalled()).toEqual({ succeeded: [], refused: [], ...never })
}

const form = (name: string, text: string) => ({
  headers: { 'content-type': 'multipart/form-data; boundary=part' },
  body: `--part\r\ncontent-disposition: form-data; name="files"; filename="${name}"\r\n\r\n${text}\r\n--part--\r\n`,
})
const text = { headers: { 'content-type': 'text/plain' }, body: 'Hello' }

it.for(['files', 'logs'])('files of the service %s', async (service) => {
  const walk = await walkOf({ send, as }, service)
  const { call } = walk
  for (const method of ['POST', 'PUT']) {
    await call(method, '/', {
      body: {
        resource: [
          { type: 'folder', name: `${method}1` },
          { name: 'a.txt', type: 'file', content: 'a' },
        ],
      },
    })
    await call(method, '/', { body: { resource: [{ name: 'x', source_path: 'nothing' }] } })
    await call(method, '/', form('b.txt', 'b'))
    await call(method, '/', { headers: { 'x-file-name': 'c.txt', 'content-type': 'text/plain' }, body: 'c' })
    await call(method, '/', { headers: { 'x-folder-name': `${method}2` } })
    await call(method, '/', { headers: { 'x-folder-name': `${method}2` }, status: 400 })
    await call(method, `/${method}3/`)
    await call(method, `/${method}3/`, {
      body: { resource: [{ name: 'a.txt', type: 'file', content: 'YQ==', is_base64: true }] },
    })
    await call(method, `/${method}3/`, form('b.txt', 'b'))
    await call(method, `/${method}.txt`, text)
    await call(method, `/${method}.bin?check_exist=true`, {
      headers: { 'content-type': 'application/octet-stream' },
      body: 'x',
    })
    await call(method, `/${method}.bin?check_exist=true`, { ...text, status: 400 })
    await call(method, `/${method}.form`, form('b.txt', 'b'))
  }
  await call('POST', '/a.json', { headers: { 'content-type': 'application/json' }, body: '[1]' })
  for (const path of ['/', '/POST3/']) {
    for (const query of [
      '',
      '?as_list=true',
      '?full_tree=true',
      '?search=a',
      '?include_files=false',
      '?include_folders=false',
      '?include_properties=true',
      '?zip=true',
      '?fields=name,type',
    ]) {
      await call('GET', path + query)
    }
  }
  await call('GET', '/nothing/', { status: 404 })
  for (const path of ['/POST.txt', '/POST.bin', '/a.json']) {
    for (const query of ['', '?download=true', '?include_properties=true', '?include_properties=true&content=true']) {
      await call('GET', path + query)
    }
  }
  const { headers } = await call('GET', '/POST.txt')
  await call('GET', '/POST.txt', { headers: { range: 'bytes=1-2' } })
  await call('GET', '/POST.txt', { headers: { range: 'bytes=99-' }, status: 416 })
  await call('GET', '/POST.txt', { headers: { 'if-none-match': String(headers.etag) } })
  await call('DELETE', '/POST.txt')
  await call('DELETE', '/POST.txt', { status: 404 })
  await call('DELETE', '/POST.txt?no_check=true')
  await call('DELETE', '/POST3/', { status: 400 })
  await call('DELETE', '/POST3/?content_only=true&force=true')
  await call('DELETE', '/POST3/?force=true')
  await call('DELETE', '/PUT3/', {
    body: {
      resource: [
        { name: 'a.txt', type: 'file' },
        { name: 'nothing', type: 'file' },
      ],
    },
  })
  await call('DELETE', '/', { status: 400 })
  await call('DELETE', '/?content_only=true&force=true')
  expectWhole(walk)
})

it('email', async () => {
  const walk = await walkOf({ send, as }, 'email')
  const { call } = walk
  await call('POST', '/', { body: { to: 'a@example.test', subject: 'Hello', body_text: 'World' } })
  await call('POST', '/', {
    body: {
      to: [{ name: 'A', email: 'a@example.test' }],
      cc: 'b@example.test',
      subject: 'Hello',
      body_html: '{word}',
      word: 'x',
    },
  })
  await call('POST', '/', { body: { subject: 'Hello', body_text: 'World' }, status: 400 })
  await call('POST', '/?template=nothing', { body: { to: 'a@example.test' }, status: 404 })
  await call('GET', '/?check=true')
  expectWhole(walk)
})

it('values of a cache', async () => {
  const { name } = await make.service({ type: 'cache_local' })
  const walk = await walkOf({ send, as }, name)
  const { call } = walk
  await call('POST', '/?ttl=5', { body: { a: 1, b: null } })
  for (const method of ['PUT', 'PATCH']) {
    await call(method, '/?forever=true', { body: { c: 'x' } })
    await call(method, '/d?ttl=5', { body: { deep: [true] } })
  }
  await call('POST', '/e', { headers: { 'content-type': 'application/json' }, body: '"text"' })
  await call('POST', '/e', { body: { again: true }, status: 400 })
  await call('GET', '/d')
  await call('GET', '/e?clear=true')
  await call('GET', '/e', { status: 404 })
  await call('GET', '/e?default=none')
  await call('DELETE', '/d')
  await call('DELETE', '/d')
  expectWhole(walk)
})

it('documents', async () => {
  const walk = await walkOf({ send, as }, 'api_docs')
  const { call } = walk
  const isPublic = true
  for (const query of ['', '?as_list=true', '?openapi=3.1', '?format=yaml', '?file=all.json'])
    await call('GET', `/${query}`, { isPublic, as })
  await call('GET', '/?openapi=2.0', { status: 400 })
  const { headers } = await call('GET', '/files')
  await call('GET', '/files', { headers: { 'if-none-match': String(headers.etag) } })
  for (const query of ['', '?expand_schema=false', '?openapi=3.1', '?format=yaml', '?refresh=true'])
    await call('GET', `/files${query}`)
  await call('GET', '/nothing', { status: 404 })
  expectWhole(walk)
})

/** A definition of the same two operations in each version of OpenAPI. */
const definitions = (() => {
  const name = { name: 'name', in: 'path', required: true }
  const count = { type: 'object', properties: { count: { type: 'integer', minimum: 1 } }, required: ['count'] }
  const json = (schema: object) => ({ 'application/json': { schema } })
  const info = { title: 'Counted', version: '1' }
  const operations = (schema: object) => ({
    '/count': { get: { responses: { 200: { description: 'How often', content: json(schema) } } } },
    '/echo/{name}': {
      parameters: [{ ...name, schema: { type: 'string' } }],
      post: {
        requestBody: { content: json(schema) },
        responses: { 200: { description: 'The same', content: json({}) } },
      },
    },
  })
  return {
    '3.0': { openapi: '3.0.3', info, paths: operations({ ...count, nullable: true }) },
    '3.1': { openapi: '3.1.0', info, paths: operations({ ...count, type: ['object', 'null'] }) },
    '2.0': {
      swagger: '2.0',
      info,
      consumes: ['application/json'],
      produces: ['application/json'],
      paths: {
        '/count': { get: { responses: { 200: { description: 'How often', schema: count } } } },
        '/echo/{name}': {
          parameters: [{ ...name, type: 'string' }],
          post: {
            parameters: [{ name: 'body', in: 'body', schema: count }],
            responses: { 200: { description: 'The same', schema: {} } },
          },
        },
      },
    },
  }
})()

const kinds = [
  ['rws', () => ({ base_url: `http://127.0.0.1:${remote.port}/base` })],
  ['nodejs', () => ({ content: "if (event.resource === 'nothing') throw { statusCode: 404 }; return { count: 3 }" })],
] as const

it.for(kinds.flatMap((kind) => Object.entries(definitions).map((definition) => [...kind, ...definition] as const)))(
  'hand-written definitions: %s',
  async ([type, configOf, version, definition]) => {
    const name = `${type}_${version.replace('.', '_')}`
    const service_doc_by_service_id = { format: 0, content: JSON.stringify(definition) }
    const service = { name, label: name, type, is_active: true, config: configOf(), service_doc_by_service_id }
    expect((await send('POST', 'system/service', { as, body: { resource: [service] } })).status).toBe(201)
    const walk = await walkOf({ send, as }, name)
    await walk.call('GET', '/count')
    await walk.call('POST', '/echo/me', { body: { count: 2 } })
    expectWhole(walk)
    // The text is stored unchanged.
    const kept = await send<{ resource: { service_doc_by_service_id: object }[] }>(
      'GET',
      `system/service?filter=name=${name}&related=service_doc_by_service_id`,
      { as },
    )
    expect(kept.body.resource[0]?.service_doc_by_service_id).toMatchObject(service_doc_by_service_id)
  },
)
