import { randomUUID } from 'node:crypto'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { deferred, fixture } from '@millwright/instance/testing/fixture'
import { testCertificate } from '@millwright/instance/testing/test-certificate'
import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openApnsStandIn } from './testing/apns-stand-in.ts'

const certificate = fixture(() => testCertificate(`${randomUUID()}.test`))
const usual = getCACertificates('default')
beforeAll(() => setDefaultCACertificates([...usual, certificate.certificate]))
afterAll(() => setDefaultCACertificates(usual))
const apple = fixture(() => openApnsStandIn(certificate))
afterAll(() => apple.close())
const own = fixture(() => testCertificate('test.shop'))

const { send, root: as, failures } = sharedInstance()
const config = deferred(() => ({
  certificate: apple.key,
  key_id: 'KEY1234567',
  team_id: 'TEAM123456',
  topic: 'test.shop',
  endpoint: apple.endpoint,
}))
const add = (name: string, settings: object) => {
  const body = { resource: [{ name, label: name, type: 'apns', is_active: true, config: settings }] }
  return send('POST', 'system/service', { as, body })
}
beforeAll(async () => {
  await add('phones', config)
  await add('stranger', { ...config, certificate: apple.stranger })
  await add('away', { ...config, endpoint: 'https://127.0.0.1:9' })
  await add('certified', { ...config, certificate: `${own.certificate}\n${own.privateKey}`, key_id: '', team_id: '' })
})
const push = (body: unknown, service = 'phones') => send('POST', `${service}/push`, { as, body })
let good: string
let other: string
let gone: string
let busy: string
beforeAll(() => {
  ;({ good, other, gone, busy } = apple.devices)
})

it('rejects settings that can never work', async () => {
  for (const change of [
    { certificate: 'no key' },
    { certificate: apple.locked, passphrase: 'wrong' },
    { key_id: '' },
    { team_id: '' },
    { topic: '' },
    { certificate: own.privateKey },
  ]) {
    expect([change, (await add('former', { ...config, ...change })).status]).toEqual([change, 400])
  }
})

it('rejects an invalid notification', async () => {
  for (const body of [
    {},
    [],
    { token: good },
    { title: 'x' },
    { token: '../../other', title: 'x' },
    { token: good, title: 1 },
    { token: good, badge: 'one' },
    { token: good, aps: 'x' },
    { token: good, title: 'x', data: 'x' },
    { token: good, title: 'x', push_type: 'pigeon' },
    { token: good, title: 'x', priority: 7 },
    { token: good, title: 'x', collapse_id: 'a\r\nb' },
    { token: good, title: 'x', topic: 'a b' },
    { tokens: [], title: 'x' },
  ]) {
    expect([body, (await push(body)).status]).toEqual([body, 400])
  }
  expect((await push({ token: good, title: 'x'.repeat(5000) })).status).toBe(413)
  expect((await send('GET', 'phones/push', { as })).status).toBe(400)
  expect((await send('POST', 'phones/other', { as, body: {} })).status).toBe(404)
  expect(apple.received).toEqual([])
})

it.each([
  ['gone', 404],
  ['busy', 429],
  ['unknown', 400],
])('rejects a device that is %s with %i', async (device, status) => {
  const token = { gone, busy }[device] ?? 'f'.repeat(64)
  expect(await push({ token, title: 'x' })).toMatchObject({ status })
})

it('reports why Apple cannot be used, without the key', async () => {
  for (const [service, reason] of [
    ['stranger', 'it refuses the key (InvalidProviderToken)'],
    ['away', 'connection refused'],
  ] as const) {
    const { status, body } = await push({ token: good, title: 'x' }, service)
    expect([service, status]).toEqual([service, 503])
    expect(JSON.stringify(body)).toContain(reason)
    expect(JSON.stringify(body)).not.toContain('PRIVATE')
  }
})

it('is tested before it is saved, without a device', async () => {
  const check = (settings: object) =>
    send('POST', 'system/service_check', { as, body: { type: 'apns', config: settings } })
  expect(await check(config)).toMatchObject({ body: { success: true } })
  expect(await check({ ...config, certificate: apple.locked, passphrase: 'open it' })).toMatchObject({
    body: { success: true },
  })
  expect(await check({ ...config, certificate: apple.stranger })).toMatchObject({ body: { success: false } })
  expect(apple.received).toEqual([])
})

it('sends alerts and silent notifications, with a key and with a certificate', async () => {
  expect(await push({ token: good, title: 'Ready', body: 'Fetch it.', badge: 1, data: { order: 7 } })).toMatchObject({
    status: 200,
    body: { success: true },
  })
  expect(await push({ token: good, aps: { 'content-available': 1 }, collapse_id: 'a' }, 'certified')).toMatchObject({
    status: 200,
  })
  expect(apple.received.splice(0)).toMatchObject([
    {
      headers: { 'apns-push-type': 'alert', 'apns-priority': '10', 'apns-topic': 'test.shop' },
      body: { order: 7, aps: { alert: { title: 'Ready', body: 'Fetch it.' }, badge: 1 } },
    },
    { headers: { 'apns-push-type': 'background', 'apns-priority': '5', 'apns-collapse-id': 'a' } },
  ])
})

it('continues after its connection was cut and its token expired', async () => {
  apple.cut()
  await expect.poll(async () => (await push({ token: good, title: 'x' })).status).toBe(200)
  apple.expire()
  expect(await push({ token: good, title: 'x' })).toMatchObject({ status: 200 })
})

it('sends many notifications concurrently over one connection', async () => {
  const warnings: Error[] = []
  const hear = (warning: Error) => void warnings.push(warning)
  process.on('warning', hear)
  const answers = await Promise.all(Array.from({ length: 40 }, () => push({ token: good, title: 'x' })))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  process.off('warning', hear)
  expect(warnings).toEqual([])
  expect(apple.lines()).toBe(1)
})

it('reports the result for each of several devices', async () => {
  expect(await push({ tokens: [good, gone, other], title: 'x' })).toMatchObject({
    status: 200,
    body: { resource: [{ token: good, success: true }, { error: { code: 404 } }, { token: other, success: true }] },
  })
  expect(failures).toEqual([])
})
