import { compileErrors, validate } from '@readme/openapi-parser'
import { expect, test } from 'vitest'
import { asOpenApi30 } from './openapi-3-0.ts'
import { schemaOf30 } from './schema-3-0.ts'

test.for([
  ['nothing beyond a type', { type: 'string', maxLength: 3 }, { type: 'string', maxLength: 3 }],
  ['a type or null', { type: ['string', 'null'] }, { type: 'string', nullable: true }],
  ['null alone', { type: 'null' }, { type: 'string', nullable: true, enum: [null] }],
  [
    'a reference or null',
    { anyOf: [{ $ref: '#/components/schemas/A' }, { type: 'null' }] },
    { anyOf: [{ $ref: '#/components/schemas/A' }, { type: 'string', nullable: true, enum: [null] }] },
  ],
  [
    'several types',
    { type: ['array', 'object', 'null'], items: { type: ['integer', 'null'] } },
    {
      items: { type: 'integer', nullable: true },
      anyOf: [{ type: 'array', nullable: true, items: { type: 'integer', nullable: true } }, { type: 'object' }],
    },
  ],
  [
    'several types beside alternatives',
    { type: ['string', 'number'], anyOf: [{ minLength: 1 }, { minimum: 1 }] },
    { anyOf: [{ type: 'string' }, { type: 'number' }], allOf: [{ anyOf: [{ minLength: 1 }, { minimum: 1 }] }] },
  ],
  ['a list of anything', { type: 'array' }, { type: 'array', items: {} }],
  ['a list by position', { type: 'array', prefixItems: [{ type: 'string' }] }, { type: 'array', items: {} }],
  ['a constant', { const: 3 }, { enum: [3] }],
  [
    'choices with null',
    { type: ['string', 'null'], enum: ['a', null] },
    { type: 'string', nullable: true, enum: ['a', null] },
  ],
  ['exclusive limits', { exclusiveMinimum: 3, maximum: 9 }, { minimum: 3, exclusiveMinimum: true, maximum: 9 }],
  ['an inclusive limit that is stricter', { exclusiveMinimum: 3, minimum: 4 }, { minimum: 4 }],
  ['examples', { type: 'string', examples: ['a', 'b'] }, { type: 'string', example: 'a' }],
  ['base64', { type: 'string', contentEncoding: 'base64' }, { type: 'string', format: 'byte' }],
  ['bytes', { type: 'string', contentMediaType: 'application/octet-stream' }, { type: 'string', format: 'binary' }],
  [
    'words beside a reference',
    { $ref: '#/components/schemas/A', description: 'It.', $comment: 'x' },
    { description: 'It.', allOf: [{ $ref: '#/components/schemas/A' }] },
  ],
  ['true and false', { properties: { a: true, b: false } }, { properties: { a: {}, b: { not: {} } } }],
  ['nothing that is required', { required: [], enum: [] }, {}],
  ['patterns of names', { patternProperties: { '^x': {} }, additionalProperties: false }, {}],
  ['what 3.0 does not know', { $id: 'x', if: {}, else: {}, unevaluatedProperties: false, 'x-own': 1 }, { 'x-own': 1 }],
] as const)('a schema with %s', ([, schema, expected]) => {
  expect(schemaOf30(schema)).toEqual(expected)
})

test('documents are converted wherever they contain schemas, and dangling references match anything', async () => {
  const nullable = { type: ['integer', 'null'], examples: [1] }
  const content = { 'application/json': { schema: nullable, examples: { one: { value: 1 } } } }
  const responses = { 200: { description: 'Done', content, headers: { 'X-Left': { schema: nullable } } } }
  const post = {
    parameters: [
      { name: 'a', in: 'query', schema: nullable },
      { $ref: '#/components/parameters/b', description: 'no' },
    ],
    requestBody: { content },
    responses,
    callbacks: { done: { '{$request.body#/url}': { post: { responses } } } },
  }
  const document = {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://dialect.example.test',
    info: { title: 'All', version: '1', summary: 'In short', license: { name: 'MIT', identifier: 'MIT' } },
    paths: { '/a': { post }, '/b': { $ref: '#/components/pathItems/b' } },
    webhooks: { heard: { post: { responses } } },
    components: {
      schemas: {
        A: { $defs: { inner: {} }, type: 'object', properties: { in: { $ref: '#/components/schemas/A/$defs/inner' } } },
      },
      parameters: { b: { name: 'b', in: 'query', content } },
      pathItems: { b: { get: { responses } } },
      examples: { one: { value: { type: ['string', 'null'] } } },
    },
  }
  const converted = await asOpenApi30(document)
  const checked = await validate(structuredClone(converted) as Parameters<typeof validate>[0])
  expect(checked.valid ? '' : compileErrors(checked)).toBe('')
  expect(converted).toMatchObject({
    openapi: '3.0.3',
    paths: {
      '/a': {
        post: { parameters: [{ schema: { nullable: true, example: 1 } }, { $ref: '#/components/parameters/b' }] },
      },
      '/b': { get: { responses: { 200: { description: 'Done' } } } },
    },
    components: { schemas: { A: { properties: { in: {} } } }, examples: document.components.examples },
  })
  // No keyword of 3.1 remains outside of examples.
  const { examples: _examples, ...components } = converted.components as Record<string, unknown>
  expect(JSON.stringify({ ...converted, components })).not.toMatch(
    /"null"|\$defs|webhooks|pathItems|summary|identifier/,
  )
})

test('other tasks run while a large document is converted', async () => {
  const properties = Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [`field${at}`, { type: ['string', 'null'], examples: ['one'] }]),
  )
  const schemas = Object.fromEntries(
    Array.from({ length: 2_000 }, (_, at) => [`T${at}`, { type: 'object', properties }]),
  )
  const { promise, resolve } = Promise.withResolvers<string>()
  setImmediate(() => resolve('another task'))
  const converting = asOpenApi30({ openapi: '3.1.0', info: {}, paths: {}, components: { schemas } })
  expect(await Promise.race([promise, converting.then(() => 'the document')])).toBe('another task')
  await converting
})
