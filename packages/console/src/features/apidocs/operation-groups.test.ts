import { expect, test } from 'vitest'
import { groupedOperations, readDocument } from './api-document.ts'

const groups = async (paths: Record<string, object>) => {
  const document = await readDocument({ openapi: '3.1.0', info: {}, paths })
  return groupedOperations(document?.operations ?? []).map(({ key, operations }) => [
    key,
    operations.map(({ verb, path }) => `${verb} ${path}`),
  ])
}

test('operations on one table are grouped, and lists of components are grouped with the service', async () => {
  expect(
    await groups({
      '/': { get: {} },
      '/_table': { get: {} },
      '/_table/contact': { get: {}, post: {} },
      '/_table/tag': { get: {} },
      '/_table/contact/{id}': { get: {} },
      '/_table/{table_name}': { get: {} },
      '/_schema': { get: {} },
      '/_schema/{table_name}': { get: {} },
      '/{path}': { get: {} },
    }),
  ).toEqual([
    ['', ['GET /', 'GET /_table', 'GET /{path}']],
    ['_table/contact', ['GET /_table/contact', 'POST /_table/contact', 'GET /_table/contact/{id}']],
    ['_table/tag', ['GET /_table/tag']],
    ['_table/{table_name}', ['GET /_table/{table_name}']],
    ['_schema', ['GET /_schema', 'GET /_schema/{table_name}']],
  ])
})

test('a document with its own tags keeps them', async () => {
  expect(
    await groups({
      '/pets': { get: { tags: ['Pets'] }, post: { tags: [{ name: 'no text' }] } },
      '/owners': { get: { tags: ['__proto__', 'Pets'] } },
    }),
  ).toEqual([
    ['Pets', ['GET /pets']],
    ['', ['POST /pets']],
    ['__proto__', ['GET /owners']],
  ])
})
