import { expect, test } from 'vitest'
import { missingTables, readUpload, sampleUpload } from './upload-view.tsx'

test.each([
  ['{', /./],
  ['7', /list of tables/],
  ['{"resource": []}', /list of tables/],
  ['{"resource": [{"label": "x"}]}', /^Table 1 has no name/],
  ['[{"name": "a"}]', /^Table a has no list of fields/],
  ['[{"name": "a", "field": [{"type": "id"}]}]', /^Field 1 of table a has no name/],
])('rejects %s as a schema', (text, why) => {
  const read = readUpload(text, [])
  expect(read).toMatchObject({ message: 'The schema JSON is not valid.', why: expect.stringMatching(why) })
})

test('checks every name, not only the first', () => {
  const table = (name: string) => ({ name, field: [{ name: 'id' }] })
  const taken = { message: 'The table name already exists.', why: 'It is b.' }
  expect(readUpload(JSON.stringify([table('a'), table('b')]), ['b'])).toEqual(taken)
  expect(readUpload(JSON.stringify([table('b'), table('b')]), [])).toEqual(taken)
})

test('reads tables wrapped, in a list or alone', () => {
  const table = { name: 'a', field: [{ name: 'id' }] }
  for (const text of [{ resource: [table] }, [table], table])
    expect(readUpload(JSON.stringify(text), ['b'])).toEqual({ tables: [table], names: ['a'] })
  expect(readUpload(sampleUpload, [])).toMatchObject({ names: ['todo'] })
})

test('reports tables that the server accepted but did not create, in any schema', () => {
  expect(missingTables(['Todo', 'public.list', 'sales.order'], [{ name: 'todo' }, { name: 'list' }])).toEqual([
    'sales.order',
  ])
})
