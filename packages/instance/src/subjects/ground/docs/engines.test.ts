import { compileErrors, validate } from '@readme/openapi-parser'
import { beforeAll, expect, it } from 'vitest'
import { forEachEngine } from '../../../testing/databases/for-each-engine.ts'
import { sharedServiceOn } from '../../data/databases/suite/service-on.ts'

type Document = Extract<Parameters<typeof validate>[0], object>

forEachEngine('the document of a database', (on) => {
  const { instance, database } = sharedServiceOn(on)
  const { send, root: as } = instance
  const field = [
    { name: 'id', type: 'id' },
    { name: 'name', type: 'string', length: 20, allow_null: false },
    { name: 'price', type: 'decimal', precision: 10, scale: 2, allow_null: true },
    { name: 'picture', type: 'binary', allow_null: true },
    { name: 'made_on', type: 'date', allow_null: true },
    { name: 'sold', type: 'boolean', default: false },
  ]
  beforeAll(() => send('POST', 'db/_schema', { as, body: { resource: [{ name: 'thing', field }] } }))
  const twice = {
    SQLite: null,
    PostgreSQL: 'CREATE FUNCTION twice(n int) RETURNS int LANGUAGE sql AS $$ SELECT 2 * n $$',
    MariaDB: 'CREATE FUNCTION twice(n int) RETURNS int DETERMINISTIC RETURN 2 * n',
  }[on.name]
  beforeAll(async () => {
    if (twice !== null) await database.run({ sql: twice, values: [] })
  })

  it('is valid, and contains its tables with their fields', async () => {
    const { body } = await send<Document>('GET', 'api_docs/db?refresh=true', { as })
    const checked = await validate(structuredClone(body))
    expect(checked.valid ? '' : compileErrors(checked)).toBe('')
    expect(body).toMatchObject({
      paths: {
        '/_table/thing': { get: { operationId: 'getDbThingRecords' }, delete: {} },
        '/_table/thing/{id}': { patch: {} },
      },
      components: {
        schemas: {
          Thing: {
            properties: {
              id: { type: 'integer' },
              // SQLite does not enforce lengths.
              name: on.name === 'SQLite' ? { type: 'string' } : { type: 'string', maxLength: 20 },
              price: { type: 'number', nullable: true },
              picture: { type: 'string', format: 'byte', nullable: true },
              made_on: { format: 'date' },
              sold: { type: 'boolean' },
            },
          },
          NewThing: { allOf: [{ $ref: '#/components/schemas/Thing' }], required: ['name'] },
        },
      },
    })
  })

  if (twice === null) return
  it('contains its functions with their parameters', async () => {
    const { body } = await send<Document>('GET', 'api_docs/db?refresh=true', { as })
    expect(body.paths?.['/_func/twice']).toMatchObject({
      get: { parameters: [{ name: 'n', in: 'query', schema: { type: 'integer' } }] },
      post: { responses: { 200: { content: { 'application/json': { schema: { type: 'integer' } } } } } },
    })
  })
})
