import { expect, it } from 'vitest'
import { pathsIn, readDefinition } from './read-definition.ts'

const nested = (depth: number) => `{"paths":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`

it.each([
  ['nothing', '', 0, 'The definition is not valid JSON.'],
  ['half an object', '{', 0, 'The definition is not valid JSON.'],
  ['a list', '[]', 0, 'The definition must be an object with paths.'],
  ['paths in a list', '{"paths":[]}', 0, 'paths of the definition must be an object.'],
  ['a path that is a text', '{"paths":{"/a":"b"}}', 0, "The path '/a' must be an object."],
  ['deep nesting', nested(300), 0, expect.stringContaining('nested too deeply')],
  ['excessive nesting', nested(200_000), 0, expect.stringContaining('The definition')],
  ['excessive nesting in YAML', `paths: ${'['.repeat(200_000)}`, 1, expect.stringContaining('The definition')],
  ['an alias in itself', 'paths: &a\n  /a: *a', 1, expect.stringContaining('nested too deeply')],
  ['invalid YAML', 'paths: {', 1, expect.stringMatching(/not valid YAML: .* in line/)],
])('rejects %s', async (_what, content, format, problem) => {
  expect(await readDefinition(content, format)).toEqual({ problem })
})

it('finds paths with operations, up to five thousand', async () => {
  const read = await readDefinition('paths:\n  /items//:\n    get: {}\n    summary: All\n  /none: {}\n', 1)
  expect('document' in read && pathsIn(read.document)).toMatchObject([{ segments: ['items'], verbs: ['GET'] }])
  const paths = Object.fromEntries(Array.from({ length: 6_000 }, (_, at) => [`/${at}`, { get: {} }]))
  expect(pathsIn({ paths })).toHaveLength(5_000)
})
