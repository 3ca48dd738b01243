import { dump } from 'js-yaml'
import { expect, it } from 'vitest'
import { turnsDuring } from '../../../testing/turns.ts'
import { pathsIn, readDefinition } from './read-definition.ts'

const nested = (depth: number) => `{"paths":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`

/** Longer than what is read at once, and a billion values if each alias is followed. */
const doublings = `${'# long\n'.repeat(20_000)}a0: &a0 [1]\n${Array.from({ length: 30 }, (_, at) => `a${at + 1}: &a${at + 1} [*a${at}, *a${at}]\n`).join('')}`

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
  [
    'invalid YAML that is long',
    `${'a: 1\n'.repeat(30_000)}paths: {`,
    1,
    expect.stringMatching(/not valid YAML: .* in line/),
  ],
  ['too many lines of YAML', '- a\n'.repeat(300_000), 1, expect.stringContaining('has more than')],
  ['too much in a list of YAML', `paths: {a: [${'a,'.repeat(300_000)}]}`, 1, expect.stringContaining('has more than')],
  ['aliases that double', doublings, 1, expect.stringContaining('has more than')],
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

it.each([
  ['JSON', 0],
  ['YAML', 1],
])('lets others run while a long definition in %s is read', async (_, format) => {
  const paths = Array.from({ length: 20_000 }, (_, at) => [`/p${at}`, { get: { operationId: `o${at}` } }] as const)
  const document = { paths: Object.fromEntries(paths) }
  const content = format === 0 ? JSON.stringify(document) : dump(document)
  let read: unknown
  expect(
    await turnsDuring(async () => {
      read = await readDefinition(content, format)
    }),
  ).toBeGreaterThan(5)
  expect(read).toEqual({ document })
})
