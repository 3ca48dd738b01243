import { beforeAll, describe, expect, test } from 'vitest'
import { sharedInstance } from '../testing/test-instance.ts'

const { send, root, make } = sharedInstance()
beforeAll(() => make.user())

describe('a list is returned without its wrapper', () => {
  test.each([
    ['GET', 'system/user?fields=id&wrap=false', undefined],
    ['GET', 'system/user?fields=id&include_count=true&wrap=0', undefined],
    ['POST', 'system/lookup?wrap=no', { resource: [{ name: 'bare' }] }],
  ] as const)('%s %s', async (verb, path, body) => {
    const { body: answered } = await send(verb, path, { as: root, body })
    expect(answered).toEqual([expect.objectContaining({ id: expect.any(Number) })])
  })
  test('if requested by a header', async () => {
    expect((await send('GET', 'system/user', { as: root, headers: { wrap: 'false' } })).body).toHaveLength(1)
  })
})

test.each([
  ['a list when wrap is on', 'system/user?wrap=true', { resource: [{}] }],
  ['a single record', 'system/lookup/1?wrap=false', { name: 'bare' }],
  ['an error', 'system/user?ids=999&wrap=false', { error: { context: { resource: [{}] } } }],
])('returns %s unchanged', async (_, path, body) => {
  expect((await send('GET', path, { as: root })).body).toMatchObject(body)
})
