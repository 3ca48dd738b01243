import { expect, test } from 'vitest'
import { type CodeMember, offeredMembers } from './code-knowledge.ts'
import type { CodeLanguage } from './code-language.ts'

const roots: readonly CodeMember[] = [
  {
    name: 'event',
    type: 'object',
    members: [{ name: 'request', type: 'object', members: [{ name: 'payload', type: 'any' }] }],
  },
  {
    name: 'platform',
    type: 'object',
    members: [{ name: 'api', type: 'object', members: [{ name: 'get', type: '()' }] }],
  },
]
const offered = (line: string, language: CodeLanguage = 'javascript') =>
  offeredMembers(line, roots, language)?.members.map(({ name }) => name) ?? null

test.each(['', 'even.', 'event.request.payload.', 'my.event.', '"event.', 'event.nothing.', 'prevent', 'event().'])(
  'offers nothing after %s',
  (line) => {
    expect(offered(line)).toBeNull()
  },
)

test.each([
  ['if (ev', ['event', 'platform']],
  ['event.', ['request']],
  ['event.req', ['request']],
  ['const rows = event.request.pa', ['payload']],
  ["event['request'].", ['payload']],
  ['platform.api.', ['get']],
])('offers after %s: %j', (line, names) => {
  expect(offered(line)).toEqual(names)
})

test('starts names with a dollar sign and accesses members in brackets in PHP', () => {
  expect(offered('event', 'php')).toBeNull()
  expect(offered('$ev', 'php')).toEqual(['$event', '$platform'])
  expect(offered("$event['request']['pay", 'php')).toEqual(['payload'])
  expect(offered("$platform['api']->", 'php')).toEqual(['get'])
  expect(offeredMembers("$event['re", roots, 'php')).toMatchObject({ typed: 2, closing: "']" })
})
