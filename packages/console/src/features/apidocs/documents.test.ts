import { describe, expect, test } from 'vitest'
import { snippetOf } from '../../widgets/code/call-code/snippets.ts'
import { matchingOperations, readDocument } from './api-document.ts'
import { callOf, checkDraft, exampleOf, firstDraft } from './call-draft.ts'
import { readOperation } from './operation.ts'
import { linesOf, typeWords } from './schema.ts'

const read = async (sent: unknown) => {
  const document = await readDocument(sent)
  if (document === null) throw new Error('This is no document.')
  return document
}

async function operation(sent: object, at = 0) {
  const document = await read(sent)
  const entry = document.operations[at]
  if (entry === undefined) throw new Error('Operation not found.')
  return { root: document.root, operation: readOperation(document, entry) }
}

const shop = {
  openapi: '3.1.0',
  paths: {
    '/_table/{name}': {
      parameters: [{ $ref: '#/components/parameters/name' }],
      get: {
        operationId: 'list',
        summary: 'List records',
        parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }],
      },
      post: {
        operationId: 'list',
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/List' } } },
        },
      },
    },
  },
  components: {
    parameters: { name: { name: 'name', in: 'path', required: true, schema: { type: 'string' } } },
    schemas: {
      List: {
        type: 'object',
        properties: { resource: { type: 'array', items: { $ref: '#/components/schemas/New' } } },
        required: ['resource'],
      },
      New: { allOf: [{ $ref: '#/components/schemas/Row' }, { required: ['title'] }] },
      Row: {
        type: 'object',
        properties: {
          id: { type: 'integer', readOnly: true },
          title: { type: ['string', 'null'], maxLength: 20 },
          owner: { anyOf: [{ $ref: '#/components/schemas/Row' }, { type: 'null' }] },
        },
      },
    },
  },
}

const upload = {
  openapi: '3.0.3',
  paths: {
    '/': {
      post: {
        requestBody: {
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                properties: {
                  files: { type: 'array', items: { type: 'string', format: 'binary' } },
                  password: { type: 'string' },
                  clean: { type: 'boolean' },
                },
                required: ['files'],
              },
            },
          },
        },
      },
    },
  },
}

describe('documents of other servers', () => {
  test('returns null for anything that is not a document, and ignores invalid parts', async () => {
    expect(await readDocument('nothing')).toBeNull()
    expect(await readDocument([1])).toBeNull()
    expect(
      (await read({ openapi: '3.1.0', paths: { '/a': null, '/b': { get: 3, post: {} } } })).operations,
    ).toMatchObject([{ id: 'post /b', verb: 'POST', path: '/b' }])
    expect((await read({ swagger: '2.0', paths: { a: null } })).operations).toEqual([])
  })

  test('stops at unresolvable and circular references', async () => {
    const root = {
      a: { $ref: '#/b' },
      b: { $ref: '#/a' },
      list: { type: 'array', items: { $ref: '#/list' } },
      all: { allOf: [{ $ref: '#/all' }, { properties: { x: {} } }] },
      any: { anyOf: [{ $ref: '#/any' }] },
    }
    for (const $ref of ['#/a', '#/list', '#/all', '#/any', '#/none', 'other.json#/x']) {
      expect(typeof typeWords(root, { $ref })).toBe('string')
      expect(linesOf(root, { $ref }).length).toBeLessThan(3)
      expect(JSON.stringify(exampleOf(root, { $ref })).length).toBeLessThan(200)
    }
  })

  test('parses Swagger 2 like OpenAPI 3.1', async () => {
    const { operation: found } = await operation({
      swagger: '2.0',
      info: { title: 'Old', version: '1' },
      paths: {
        '/pets/{id}': {
          put: {
            consumes: ['application/json'],
            parameters: [
              { name: 'id', in: 'path', required: true, type: 'integer' },
              {
                name: 'pet',
                in: 'body',
                required: true,
                schema: { type: 'object', properties: { name: { type: 'string' } } },
              },
            ],
            responses: { 200: { description: 'Done' } },
          },
        },
      },
    })
    expect(found.parameters).toMatchObject([{ name: 'id', in: 'path', schema: { type: 'integer' } }])
    expect(found.body?.contents).toMatchObject([{ type: 'application/json' }])
  })
})

test('gives operations unique ids, and finds them by every word of a search', async () => {
  const { operations } = await read(shop)
  expect(operations.map(({ id }) => id)).toEqual(['list', 'list~2'])
  expect(matchingOperations(operations, 'post table').map(({ verb }) => verb)).toEqual(['POST'])
  expect(matchingOperations(operations, 'post records')).toEqual([])
})

test('parses and searches ten thousand operations at once', async () => {
  const paths = Object.fromEntries(
    Array.from({ length: 5000 }, (_, at) => [`/t${at}`, { get: { summary: `Read ${at}` }, post: {} }]),
  )
  const { operations } = await read({ openapi: '3.1.0', paths })
  expect(matchingOperations(operations, 'get t4321')).toHaveLength(1)
})

describe('a call', () => {
  test('is not made without its required values', async () => {
    const { root, operation: post } = await operation(shop, 1)
    const draft = { ...firstDraft(root, post), body: '{"resource"' }
    expect(checkDraft(root, post, draft)).toEqual({ 'path name': 'name is required.', body: 'Not valid JSON.' })
    expect(checkDraft(root, post, { ...draft, body: ' ' })).toMatchObject({ body: 'A request body is required.' })
  })

  test('starts with a body that matches its schema', async () => {
    const { root, operation: post } = await operation(shop, 1)
    expect(JSON.parse(firstDraft(root, post).body)).toEqual({ resource: [{ title: 'text' }] })
  })

  test('has its parameters in their locations', async () => {
    const { root, operation: get } = await operation(shop)
    const values = { 'path name': 'a b/c', 'query limit': '5' }
    expect(callOf(root, 'db', get, { ...firstDraft(root, get), values })).toEqual({
      verb: 'GET',
      path: 'db/_table/a%20b/c',
      params: { limit: '5' },
      headers: {},
      body: null,
    })
  })

  test('sends a form part by part, with its files, and not without its required parts', async () => {
    const { root, operation: post } = await operation(upload)
    const draft = firstDraft(root, post)
    expect(checkDraft(root, post, draft)).toEqual({ 'part files': 'files is required.' })
    const files = [new File(['a'], 'a "1".txt'), new File(['b'], 'b.txt')]
    const filled = { ...draft, parts: { password: "it's", files, clean: '' } }
    expect(checkDraft(root, post, filled)).toEqual({})
    const call = callOf(root, 'files', post, filled)
    expect(call.headers).toEqual({})
    expect(call.body).toEqual([
      ['files', files[0]],
      ['files', files[1]],
      ['password', "it's"],
    ])
    const snippet = { address: 'https://api.test/api/v2/files', call, caller: { kind: 'session' } } as const
    expect(snippetOf('curl', snippet)).toContain(`--form-string 'password=it'\\''s'`)
    expect(snippetOf('curl', snippet)).toContain(`-F 'files=@"b.txt"'`)
    expect(snippetOf('javascript', snippet)).toMatch(/form\.append\("files", file, "b\.txt"\)[\s\S]*body: form,/)
    expect(snippetOf('python', snippet)).toMatch(
      /\("files", open\("b\.txt", 'rb'\)\),\n\s+\("password", \(None, "it's"\)\)/,
    )
  })

  test('sends a URL-encoded form as one text', async () => {
    const encoded = structuredClone(upload)
    const { content } = encoded.paths['/'].post.requestBody
    const { root, operation: post } = await operation({
      ...encoded,
      paths: {
        '/': {
          post: { requestBody: { content: { 'application/x-www-form-urlencoded': content['multipart/form-data'] } } },
        },
      },
    })
    expect(callOf(root, 'files', post, { ...firstDraft(root, post), parts: { password: 'a b&c' } })).toMatchObject({
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'password=a+b%26c',
    })
  })

  test('can be copied as a program without the session token', () => {
    const call = {
      verb: 'POST',
      path: 'db',
      params: {},
      headers: { 'Content-Type': 'application/json' },
      body: `{"a":["it's",true,null]}`,
    } as const
    const snippet = { address: 'https://api.test/api/v2/db', call, caller: { kind: 'session' } } as const
    expect(snippetOf('curl', snippet)).toContain(`--data-binary '{"a":["it'\\''s",true,null]}'`)
    expect(snippetOf('javascript', snippet)).toContain('JSON.stringify({')
    expect(snippetOf('python', snippet)).toMatch(/json=\{\n\s+"a": \[\n\s+"it's",\n\s+True,\n\s+None,/)
    for (const language of ['curl', 'javascript', 'python'] as const) {
      expect(snippetOf(language, snippet)).toContain('YOUR_SESSION_TOKEN')
      const app = snippetOf(language, { ...snippet, caller: { kind: 'app', key: 'k1' } })
      expect([app.includes('k1'), app.includes('SESSION')]).toEqual([true, false])
    }
  })
})

test('a schema is described in words, property by property', () => {
  expect(typeWords(shop, { $ref: '#/components/schemas/List' })).toBe('List')
  expect(linesOf(shop, { $ref: '#/components/schemas/List' })).toMatchObject([
    { name: 'resource', type: 'list of New', required: true },
  ])
  expect(linesOf(shop, { $ref: '#/components/schemas/New' })).toMatchObject([
    { name: 'id', type: 'integer', required: false, notes: ['read only'], inner: null },
    { name: 'title', type: 'string or null', required: true, notes: ['at most 20 characters'] },
    { name: 'owner', type: 'Row or null' },
  ])
})
