import { tokenScopes } from '@millwright/contract/records/access-token'
import { bearer, createAccessToken } from '@millwright/instance/testing/access-tokens'
import { hasMosquitto, openMosquitto } from '@millwright/instance/testing/counterparts/mosquitto'
import { deferred, fixture } from '@millwright/instance/testing/fixture'
import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { programOfAdmin } from '@millwright/instance/testing/two-step'
import { connectAsync } from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { matches } from './mqtt-caller.ts'

describe.skipIf(!hasMosquitto)('a service of the type mqtt, on Mosquitto', () => {
  if (!hasMosquitto) return
  const broker = fixture(() => openMosquitto())
  afterAll(() => broker.close())
  const instance = sharedInstance()
  const { send, root: as, make, failures } = instance
  const config = deferred(() => ({ host: '127.0.0.1', port: broker.port, client_id: 'tests', ...broker.credentials }))
  const add = async (name: string, type: string, settings: object) => {
    const body = { resource: [{ name, label: name, type, is_active: true, config: settings }] }
    const { status, body: answer } = await send<{ resource: [{ id: number }] }>('POST', 'system/service', { as, body })
    expect(status).toBe(201)
    return answer.resource[0].id
  }
  let id: number
  let memo: number
  beforeAll(async () => {
    id = await add('devices', 'mqtt', config)
    memo = await add('memo', 'cache_local', {})
    await add('stranger', 'mqtt', { ...config, password: 'do not tell' })
    await add('away', 'mqtt', { ...config, port: 9 })
    await add('secure', 'mqtt', { ...config, port: broker.securePort, use_tls: true, capath: broker.trusted })
    await add('doubtful', 'mqtt', { ...config, port: broker.securePort, use_tls: true })
  })
  const publish = (service: string, body: unknown) => send('POST', `${service}/pub`, { as, body })

  it('rejects messages and subscriptions that no broker accepts', async () => {
    for (const body of [
      {},
      { topic: 'a/+', message: 1 },
      { topic: 'a' },
      { topic: '', message: 1 },
      { topic: 'a', message: 1, qos: 3 },
    ]) {
      expect(await publish('devices', body)).toMatchObject({ status: 400 })
    }
    for (const body of [
      [],
      [{}],
      [{ topic: 'a/#/b', service: 'memo' }],
      [{ topic: 'a', service: '../x' }],
      [{ topic: 'a', service: { endpoint: 'memo', verb: 'TAKE' } }],
    ]) {
      expect(await send('POST', 'devices/sub', { as, body })).toMatchObject({ status: 400 })
    }
    expect(await send('GET', 'devices/pub', { as })).toMatchObject({ status: 400 })
    expect(await send('POST', 'devices/other', { as, body: {} })).toMatchObject({ status: 404 })
  })

  it('reports why a broker cannot be used, without its password', async () => {
    for (const [service, reason] of [
      ['stranger', 'it refuses the user'],
      ['away', 'connection refused'],
      ['doubtful', 'no trusted TLS connection'],
    ] as const) {
      const { status, body } = await publish(service, { topic: 'a', message: 1 })
      expect([service, status]).toEqual([service, 503])
      expect(JSON.stringify(body)).toContain(reason)
      expect(JSON.stringify(body)).not.toContain('do not tell')
    }
  })

  it('is tested before it is saved', async () => {
    const check = (settings: object) =>
      send('POST', 'system/service_check', { as, body: { type: 'mqtt', config: settings } })
    expect(await check(config)).toMatchObject({ body: { success: true } })
    expect(await check({ ...config, port: 9 })).toMatchObject({ body: { success: false } })
  })

  it('publishes, also over TLS', async () => {
    const { username, password } = broker.credentials
    const listener = await connectAsync({ host: '127.0.0.1', port: broker.port, username, password })
    const heard: string[] = []
    listener.on('message', (topic, payload) => void heard.push(`${topic} ${payload}`))
    await listener.subscribeAsync('rooms/#', { qos: 1 })
    expect(await publish('devices', { topic: 'rooms/1', message: 'warm' })).toMatchObject({
      status: 200,
      body: { success: true },
    })
    expect(await publish('secure', { topic: 'rooms/2', message: { degrees: 20 } })).toMatchObject({ status: 200 })
    await expect.poll(() => heard).toEqual(['rooms/1 warm', 'rooms/2 {"degrees":20}'])
    await listener.endAsync()
  })

  it('calls services with messages, one at a time, until it is unsubscribed', async () => {
    const body = [{ topic: 'doors/+', service: { endpoint: '/api/v2/memo/door', verb: 'PUT' } }]
    expect(await send('POST', 'devices/sub', { as, body })).toMatchObject({
      status: 200,
      body: { success: true, job_count: 1 },
    })
    expect(await send('POST', 'devices/sub', { as, body })).toMatchObject({ status: 403 })
    expect(await send('GET', 'devices/sub', { as })).toMatchObject({ body: { resource: body } })
    await publish('devices', { topic: 'doors/front', message: { open: true } })
    const last = async () => (await send('GET', 'memo/door?default=none', { as })).body
    await expect.poll(last).toEqual({ topic: 'doors/front', message: { open: true } })
    await send('DELETE', 'devices/sub', { as })
    expect(await send('GET', 'devices/sub', { as })).toMatchObject({ body: { resource: [] } })
  })

  it('has the subscriber’s current rights when a message arrives', async () => {
    const access = [
      { service_id: id, component: '*', verbs: ['GET', 'POST', 'DELETE'] },
      { service_id: memo, component: '*', verbs: ['GET', 'PUT'] },
    ] as const
    const role = await make.role({ access })
    const app = await make.app()
    const user = await make.user({ roles: [{ app_id: app.id, role_id: role.id }] })
    const body = [{ topic: 'rights', service: { endpoint: 'memo/rights', verb: 'PUT' } }]
    expect(await send('POST', 'devices/sub', { as: user, key: app.api_key, body })).toMatchObject({ status: 200 })
    const last = async () => (await send('GET', 'memo/rights?default=none', { as })).body
    await publish('devices', { topic: 'rights', message: 1 })
    await expect.poll(last).toEqual({ topic: 'rights', message: 1 })
    await send('PATCH', `system/role/${role.id}`, { as, body: { is_active: false } })
    await publish('devices', { topic: 'rights', message: 2 })
    await expect.poll(() => failures.length).toBe(1)
    expect(failures.splice(0)).toEqual([
      expect.stringContaining("A message of the topic 'rights' could not be passed on"),
    ])
    expect(await last()).toEqual({ topic: 'rights', message: 1 })
    await send('DELETE', 'devices/sub', { as })
  })

  it('lets no program subscribe, whose credential may be revoked before a message arrives', async () => {
    const { as: program } = await programOfAdmin(instance)
    const { token } = await createAccessToken(instance, await make.admin(), tokenScopes)
    const body = [{ topic: 'later', service: { endpoint: 'memo/later', verb: 'PUT' } }]
    for (const credentials of [{ as: program }, { as: { token } }, bearer({ token })]) {
      expect(await send('POST', 'devices/sub', { ...credentials, body })).toMatchObject({
        status: 403,
        body: { error: { message: expect.stringContaining('cannot subscribe services to messages') } },
      })
    }
    expect(await send('GET', 'devices/sub', { as })).toMatchObject({ body: { resource: [] } })
  })

  it('hands messages of strangers on as data: no other service, path, verb, parameter or lookup key', async () => {
    await send('POST', 'system/lookup', {
      as,
      body: { resource: [{ name: 'never.told', value: 'hidden', private: true }] },
    })
    const body = [{ topic: 'strange/#', service: { endpoint: 'memo/strange', verb: 'PUT' } }]
    expect((await send('POST', 'devices/sub', { as, body })).status).toBe(200)
    const { username, password } = broker.credentials
    const stranger = await connectAsync({ host: '127.0.0.1', port: broker.port, username, password })
    const last = async () => (await send('GET', 'memo/strange?default=none', { as })).body
    const hostile: readonly unknown[] = [
      { endpoint: 'system/admin', verb: 'POST', service: 'system', resource: 'admin', method: 'DELETE' },
      '{never.told} {session.token} {user.email}',
      { caller: { sysadmin: true }, sentToken: 'x', requestor: 'SCRIPT' },
      'x\r\nX-DreamFactory-Session-Token: y',
      '['.repeat(20_000),
    ]
    for (const [at, message] of hostile.entries()) {
      const topic = `strange/${at}/../../system/{never.told}`
      await stranger.publishAsync(topic, typeof message === 'string' ? message : JSON.stringify(message), { qos: 1 })
      await expect.poll(last).toMatchObject({ topic, message })
    }
    expect(JSON.stringify(await last())).not.toContain('hidden')
    await stranger.publishAsync('strange/whole', 'still here', { qos: 1 })
    await expect.poll(last).toEqual({ topic: 'strange/whole', message: 'still here' })
    await stranger.endAsync()
    expect(failures).toEqual([])
    await send('DELETE', 'devices/sub', { as })
  })

  it('ends its subscriptions together with the service', async () => {
    await send('POST', 'devices/sub', { as, body: [{ topic: 'x', service: 'memo/x' }] })
    expect(await send('DELETE', `system/service/${id}`, { as })).toMatchObject({ status: 200 })
  })
})

it.each([
  ['#', 'a/b', true],
  ['a/#', 'a', true],
  ['a/#', 'a/b/c', true],
  ['a/+', 'a/b', true],
  ['a/+', 'a', false],
  ['a/+', 'a/b/c', false],
  ['+/b', 'a/b', true],
  ['a', 'b', false],
  ['#', '$SYS/x', false],
  ['$SYS/#', '$SYS/x', true],
])('the filter %s and the topic %s: %s', (filter, topic, expected) => {
  expect(matches(filter, topic)).toBe(expected)
})
