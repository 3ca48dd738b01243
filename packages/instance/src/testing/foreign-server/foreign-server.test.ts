import { asTextFilter } from '@millwright/contract/filter/as-text'
import { searchFilter } from '@millwright/contract/filter/print'
import { apiKeyHeader, apiPrefix, sessionTokenHeader } from '@millwright/contract/headers'
import { expect, test } from 'vitest'
import { sharedInstance } from '../test-instance.ts'
import { foreignServer } from './foreign-server.ts'

const instance = sharedInstance()
const reach = foreignServer()(instance.fetch)

async function ask(path: string, init: RequestInit = {}) {
  const headers = { [sessionTokenHeader]: instance.root.token, [apiKeyHeader]: '', 'content-type': 'application/json' }
  const response = await reach(`${apiPrefix}/${path}`, { ...init, headers })
  const body: unknown = await response.json()
  return { status: response.status, body }
}

const found = (filter: string) => ask(`system/role?fields=name&filter=${encodeURIComponent(filter)}`)

test('booleans are 1 and 0 there, not words', async () => {
  await instance.make.role({ name: 'Active', is_active: true })
  expect(await found('(is_active = true) and (name = "Active")')).toEqual({ status: 200, body: { resource: [] } })
  expect(await found('(is_active = 1) and (name = "Active")')).toMatchObject({
    body: { resource: [{ name: 'Active' }] },
  })
})

const texts = [
  'a = b',
  'a>=b <> c',
  'bolts in boxes',
  'cannot invite all in one',
  '(x) or (y)',
  'x)and(y',
  'Acme (UK',
  ') && (',
  `it's "so" (twice)`,
  'say "hi"',
  "O'Brien",
  'not null eq nothing',
]

test.each(texts)('finds a record by %j, in the form for servers that parse filters as text', async (text) => {
  const name = `text ${texts.indexOf(text)}`
  const body = { resource: [{ name, description: text }] }
  expect(await instance.send('POST', 'system/role', { as: instance.root, body })).toMatchObject({ status: 201 })
  const { filter } = asTextFilter(`(${searchFilter(['name', 'description'], text)}) and (id > 0)`)
  expect(await found(filter)).toMatchObject({ status: 200, body: { resource: [{ name }] } })
})

test.each([
  ['a text that holds an operator', '(name like "%a = b%")', 400],
  ['a text that holds a word between blanks', '(name like "%a in b%")', 400],
  ['a text that ends a bracket', '(name like "%a) or (b%")', 400],
  ['a comparison without a field', 'nope ~~ 3', 400],
])('%s is rejected', async (_, filter, status) => {
  expect(await found(filter)).toMatchObject({ status })
})
