import { expect, test } from 'vitest'
import { sharedInstance } from '../testing/test-instance.ts'

const bounds = { ids: 20, batch: 30, names: 10, values: 100_000 }
const { send, root, make } = sharedInstance({ config: { bounds } })
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1)
const refused = (what: string, setting: string) => ({
  status: 400,
  body: {
    error: { code: 400, message: `One request may contain at most ${what} (${setting}). Send several requests.` },
  },
})
const tooManyIds = refused('20 ids, not 21', 'MILLWRIGHT_MAX_IDS')

test.each(['system/role', 'sample/_table/tag', 'system/limit_cache', 'user'])(
  '%s rejects too many ids',
  async (path) => {
    const ids = numbers(21)
    const rows = numbers(21).map((id) => ({ id }))
    const calls = [
      send('GET', `${path}?ids=${ids}`, { as: root }),
      send('GET', `${path}?ids[]=1&ids=${numbers(20)}&continue=true`, { as: root }),
      send('POST', `${path}?method=GET`, { as: root, body: { ids } }),
      send('POST', `${path}?method=GET`, { as: root, body: { ids: ids.join() } }),
      send('POST', `${path}?method=GET`, { as: root, body: { resource: rows } }),
      send('PATCH', `${path}?continue=true`, { as: root, body: { ids, resource: [{ description: 'x' }] } }),
      send('DELETE', path, { as: root, body: { resource: rows } }),
      send('DELETE', path, { as: root, body: rows }),
      send('DELETE', `${path}?ids=${ids}`),
    ]
    for (const call of calls) expect(await call).toMatchObject(tooManyIds)
  },
)

test('rejects too many records, and creates none of them', async () => {
  const body = { resource: numbers(31).map((at) => ({ name: `role ${at}` })) }
  const refusal = refused('30 records, not 31', 'MILLWRIGHT_MAX_BATCH')
  expect(await send('POST', 'system/role', { as: root, body })).toMatchObject(refusal)
  expect(await send('PUT', 'system/role', { as: root, body: body.resource })).toMatchObject(refusal)
  expect((await send('GET', 'system/role?count_only=true', { as: root })).body).toBe(0)
})

test.each(['fields', 'related', 'order', 'group', 'role_service_access_by_role_id_fields'])(
  'rejects too many names in %s',
  async (name) => {
    const names = numbers(11).map((at) => `f${at}`)
    const refusal = refused(`10 names in '${name}', not 11`, 'MILLWRIGHT_MAX_NAMES')
    expect(await send('GET', `system/role?${name}=${names}`, { as: root })).toMatchObject(refusal)
    expect(await send('POST', 'system/role?method=GET', { as: root, body: { [name]: names } })).toMatchObject(refusal)
  },
)

test('accepts as many as it says', async () => {
  const made = await Promise.all(numbers(20).map((at) => make.role({ name: `kept ${at}` })))
  const ids = made.map(({ id }) => id)
  const { status, body } = await send<{ resource: unknown[] }>('GET', `system/role?ids=${ids}`, { as: root })
  expect([status, body.resource.length]).toEqual([200, 20])
  const rows = { resource: numbers(30).map((at) => ({ name: `made ${at}` })) }
  expect((await send('POST', 'system/role', { as: root, body: rows })).status).toBe(201)
})
