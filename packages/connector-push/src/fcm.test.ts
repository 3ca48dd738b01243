import { deferred, fixture } from '@millwright/instance/testing/fixture'
import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openFcmStandIn } from './testing/fcm-stand-in.ts'

const firebase = fixture(() => openFcmStandIn())
afterAll(() => firebase.close())
const { send, root: as, failures } = sharedInstance({ config: { allowPrivateHosts: ['127.0.0.1'] } })
const config = deferred(() => ({ api_key: firebase.account(), endpoint: firebase.endpoint }))
const add = (name: string, settings: object) => {
  const body = { resource: [{ name, label: name, type: 'gcm', is_active: true, config: settings }] }
  return send<{ resource: [{ id: number }] }>('POST', 'system/service', { as, body })
}
let id: number
beforeAll(async () => {
  ;({ id } = (await add('phones', config)).body.resource[0])
  await add('stranger', { ...config, api_key: firebase.stranger() })
  await add('away', { ...config, endpoint: 'http://127.0.0.1:9' })
})
const push = (body: unknown, service = 'phones') => send('POST', `${service}/push`, { as, body })
const notification = { title: 'Ready', body: 'Your bicycle can be fetched.' }

it('rejects keys that Google no longer accepts', async () => {
  for (const api_key of ['AAAA:APA91bFormerServerKey', '{}', '{"type":"service_account","private_key":"x"}']) {
    expect(await add('former', { ...config, api_key })).toMatchObject({ status: 400 })
  }
})

it('rejects an invalid message', async () => {
  for (const body of [
    {},
    [],
    { token: 'a' },
    { notification },
    { token: 'a', notification: 'x' },
    { token: 'a b', notification },
    { token: 'a', topic: 'b', notification },
    { token: 'a', tokens: ['b'], notification },
    { tokens: [], notification },
    { tokens: Array.from({ length: 501 }, () => 'a'), notification },
    { topic: 'a/../b', notification },
    { topic: 'a', condition: 'b', notification },
    { token: 'a', data: [] },
  ]) {
    expect([body, (await push(body)).status]).toEqual([body, 400])
  }
  expect((await send('GET', 'phones/push', { as })).status).toBe(400)
  expect((await send('POST', 'phones/other', { as, body: {} })).status).toBe(404)
  expect(firebase.messages).toEqual([])
})

it.each([
  ['gone', 404],
  ['foreign', 403],
  ['bad', 400],
])('rejects the device %s with %i', async (token, status) => {
  expect(await push({ token, notification })).toMatchObject({ status })
})

it('reports why Firebase cannot be used, without the key', async () => {
  for (const [service, reason] of [
    ['stranger', 'refuses the service account'],
    ['away', 'could not be reached'],
  ] as const) {
    const { status, body } = await push({ token: 'a', notification }, service)
    expect([service, status >= 502]).toEqual([service, true])
    expect(JSON.stringify(body)).toContain(reason)
    expect(JSON.stringify(body)).not.toContain('PRIVATE')
  }
})

it.each([
  [500, 'no JSON', 503],
  [429, '{}', 429],
  [403, '{}', 503],
  [200, 'x'.repeat(300_000), 502],
])('maps status %i with %j to %i', async (status, body, expected) => {
  firebase.next.push({ status, body })
  expect((await push({ token: 'a', notification })).status).toBe(expected)
})

it('is tested before it is saved, and never returns its key', async () => {
  const check = (settings: object) =>
    send('POST', 'system/service_check', { as, body: { type: 'gcm', config: settings } })
  expect(await check(config)).toMatchObject({ body: { success: true } })
  expect(await check({ ...config, api_key: firebase.stranger() })).toMatchObject({ body: { success: false } })
  const stored = await send('GET', 'system/service?filter=name=phones', { as })
  expect(JSON.stringify(stored.body)).not.toContain('PRIVATE')
})

it('sends to devices, topics and conditions, beyond the lifetime of a token', async () => {
  firebase.messages.splice(0)
  expect(await push({ token: 'one', notification, data: { order: 7, note: 'x' } })).toMatchObject({
    status: 200,
    body: { name: 'projects/shop/messages/1' },
  })
  expect(await push({ topic: '/topics/news', notification })).toMatchObject({ status: 200 })
  expect(await push({ condition: "'a' in topics", data: { a: 1 } })).toMatchObject({ status: 200 })
  expect(await push({ message: { token: 'two', notification, android: { priority: 'HIGH' } } })).toMatchObject({
    status: 200,
  })
  expect(await push({ token: 'three', notification, validate_only: true })).toMatchObject({ status: 200 })
  expect(firebase.messages).toEqual([
    { token: 'one', notification, data: { order: '7', note: 'x' } },
    { topic: 'news', notification },
    { condition: "'a' in topics", data: { a: '1' } },
    { token: 'two', notification, android: { priority: 'HIGH' } },
  ])
})

it('signs in once for many concurrent calls', async () => {
  await send('PATCH', `system/service/${id}`, { as, body: { config: { ...config, environment: 'production' } } })
  const before = firebase.given()
  const answers = await Promise.all(Array.from({ length: 3 }, () => push({ token: 'a', notification })))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(firebase.given() - before).toBe(1)
})

it('reports the result for each of several devices', async () => {
  const answer = await push({ tokens: ['a', 'gone', 'b'], notification })
  expect(answer).toMatchObject({
    status: 200,
    body: {
      resource: [{ token: 'a', name: expect.any(String) }, { token: 'gone', error: { code: 404 } }, { token: 'b' }],
    },
  })
  expect(failures).toEqual([])
})
