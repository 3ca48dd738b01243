import { randomUUID } from 'node:crypto'
import { amqpAnswers, amqpBroker, connectToAmqpBroker } from '@millwright/instance/testing/amqp-broker'
import { fixture } from '@millwright/instance/testing/fixture'
import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { openTlsFront } from '@millwright/instance/testing/tls-front'
import type { GetMessage } from 'amqplib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

describe.skipIf(!amqpAnswers)('a service of the type amqp, on RabbitMQ', () => {
  if (!amqpAnswers) return
  const { send, root: as, make, failures } = sharedInstance()
  const unique = randomUUID().slice(0, 8)
  const named = (name: string) => `millwright-test-${unique}-${name}`
  const used = { queues: ['orders', 'jobs', 'refused', 'later', 'dead', 'rights', 'gone'], exchange: named('rooms') }
  const front = fixture(
    () => openTlsFront(amqpBroker.port),
    ({ close }) => close(),
  )
  const direct = fixture(async () => {
    const connection = await connectToAmqpBroker()
    return { connection, channel: await connection.createChannel() }
  })
  const add = async (name: string, type: string, config: object) => {
    const body = { resource: [{ name, label: name, type, is_active: true, config }] }
    const { status, body: answer } = await send<{ resource: [{ id: number }] }>('POST', 'system/service', { as, body })
    expect(status).toBe(201)
    return answer.resource[0].id
  }
  const publish = (body: unknown, service = 'broker') => send('POST', `${service}/pub`, { as, body })
  const subscribe = (body: unknown) => send('POST', 'broker/sub', { as, body })
  const unsubscribe = () => send('DELETE', 'broker/sub', { as })
  const stored = async (key: string) => (await send('GET', `memo/${key}?default=none`, { as })).body
  const taken = async (queue: string): Promise<GetMessage> => {
    let found: GetMessage | false = false
    await expect
      .poll(async () => {
        found = await direct.channel.get(queue, { noAck: true })
        return found !== false
      })
      .toBe(true)
    if (found === false) throw new Error(`Nothing in ${queue}`)
    return found
  }
  const waiting = async (queue: string) => (await direct.channel.checkQueue(queue)).messageCount
  let id: number
  let memo: number
  beforeAll(async () => {
    id = await add('broker', 'amqp', amqpBroker)
    memo = await add('memo', 'cache_local', {})
    await add('stranger', 'amqp', { ...amqpBroker, password: 'do not tell' })
    await add('elsewhere', 'amqp', { ...amqpBroker, vhost: 'none/at all' })
    await add('away', 'amqp', { ...amqpBroker, port: 9 })
    await add('secure', 'amqp', { ...amqpBroker, port: front.port, use_tls: true, capath: front.trusted })
    await add('doubtful', 'amqp', { ...amqpBroker, port: front.port, use_tls: true })
    await add('script', 'nodejs', { content: 'event.response.status_code = 500' })
  })
  afterAll(async () => {
    for (const queue of used.queues) await direct.channel.deleteQueue(named(queue))
    await direct.channel.deleteExchange(used.exchange)
    await direct.connection.close()
  })

  it('rejects messages and subscriptions without one queue or exchange, and names that no broker has', async () => {
    for (const body of [
      {},
      { message: 1 },
      { queue: 'a' },
      { queue: '', message: 1 },
      { queue: 'x'.repeat(256), message: 1 },
      { queue: 'a', exchange: 'b', message: 1 },
      { exchange: 'a', routing_key: 7, message: 1 },
    ]) {
      expect([body, (await publish(body)).status]).toEqual([body, 400])
    }
    for (const body of [
      [],
      [{}],
      ['orders'],
      [{ queue: 'a', exchange: 'b', service: 'memo' }],
      [{ queue: 'a', qos: 0, service: 'memo' }],
      [{ queue: 'a', service: '../x' }],
      [{ queue: 'a', service: { endpoint: 'memo', verb: 'TAKE' } }],
    ]) {
      expect([body, (await subscribe(body)).status]).toEqual([body, 400])
    }
    expect(await send('GET', 'broker/pub', { as })).toMatchObject({ status: 400 })
    expect(await send('POST', 'broker/other', { as, body: {} })).toMatchObject({ status: 404 })
  })

  it('answers 404 for exchanges that do not exist, and works on', async () => {
    expect(await publish({ exchange: named('none'), message: 1 })).toMatchObject({ status: 404 })
    expect(await subscribe([{ exchange: named('none'), service: 'memo/x' }])).toMatchObject({ status: 404 })
    expect(await send('GET', 'broker/sub', { as })).toMatchObject({ body: { resource: [] } })
    expect(await publish({ topic: 'amq.direct', message: 1 })).toMatchObject({ status: 400 })
  })

  it('reports why a broker cannot be used, without its password', async () => {
    for (const [service, reason] of [
      ['stranger', 'it refuses the user'],
      ['elsewhere', 'it does not open this virtual host'],
      ['away', 'connection refused'],
      ['doubtful', 'no trusted TLS connection'],
    ] as const) {
      const { status, body } = await publish({ queue: 'a', message: 1 }, service)
      expect([service, status]).toEqual([service, 503])
      expect(JSON.stringify(body)).toContain(reason)
      expect(JSON.stringify(body)).not.toContain('do not tell')
    }
  })

  it('is tested before it is saved', async () => {
    const check = (config: object) => send('POST', 'system/service_check', { as, body: { type: 'amqp', config } })
    expect(await check(amqpBroker)).toMatchObject({ body: { success: true } })
    expect(await check({ ...amqpBroker, port: 9 })).toMatchObject({ body: { success: false } })
  })

  it('publishes to queues, which it creates, also over TLS, and keeps messages until they are read', async () => {
    expect(await publish({ queue: named('orders'), message: 'one' })).toMatchObject({
      status: 200,
      body: { success: true },
    })
    expect(await publish({ queue: named('orders'), message: { no: 2 } }, 'secure')).toMatchObject({ status: 200 })
    const first = await taken(named('orders'))
    const second = await taken(named('orders'))
    expect([first, second].map(({ content }) => String(content))).toEqual(['one', '{"no":2}'])
    expect(second.properties).toMatchObject({ contentType: 'application/json', deliveryMode: 2 })
    await direct.channel.deleteQueue(named('orders'))
    expect(await publish({ queue: named('orders'), message: 'three' })).toMatchObject({ status: 200 })
    expect(String((await taken(named('orders'))).content)).toBe('three')
  })

  it('calls services with what an exchange routes by a key, until it is unsubscribed', async () => {
    expect(await publish({ topic: used.exchange, routing_key: 'doors', message: 0 })).toMatchObject({ status: 200 })
    const service = { endpoint: '/api/v2/memo/door', verb: 'PUT' }
    const body = [{ exchange: used.exchange, routing_key: 'doors.*', service }]
    expect(await subscribe(body)).toMatchObject({ status: 200, body: { success: true, job_count: 1 } })
    expect(await subscribe(body)).toMatchObject({ status: 403 })
    expect(await send('GET', 'broker/sub', { as })).toMatchObject({ body: { resource: body } })
    await publish({ exchange: used.exchange, routing_key: 'doors.front', message: { open: true } })
    await publish({ exchange: used.exchange, routing_key: 'windows.front', message: { open: false } })
    await expect
      .poll(() => stored('door'))
      .toEqual({ exchange: used.exchange, routing_key: 'doors.front', message: { open: true } })
    expect(await unsubscribe()).toMatchObject({ status: 200 })
    expect(await send('GET', 'broker/sub', { as })).toMatchObject({ body: { resource: [] } })
  })

  it('acknowledges messages after their calls succeeded', async () => {
    const queue = named('jobs')
    await publish({ queue, message: 'stays' })
    expect(await waiting(queue)).toBe(1)
    await subscribe([{ queue, qos: 5, service: { endpoint: 'memo/job', verb: 'PUT' } }])
    await expect.poll(() => stored('job')).toEqual({ queue, routing_key: queue, message: 'stays' })
    await unsubscribe()
    expect(await waiting(queue)).toBe(0)
  })

  it('rejects messages whose calls are refused, to the dead letters of the queue', async () => {
    await direct.channel.assertQueue(named('dead'), { durable: true })
    const dead = { durable: true, deadLetterExchange: '', deadLetterRoutingKey: named('dead') }
    await direct.channel.assertQueue(named('refused'), dead)
    await subscribe([{ queue: named('refused'), service: 'nowhere/at/all' }])
    await publish({ queue: named('refused'), message: 'refused' })
    expect(String((await taken(named('dead'))).content)).toBe('refused')
    await unsubscribe()
    expect(failures.splice(0)).toEqual([expect.stringContaining('could not be passed on, and it was rejected')])
  })

  it('leaves messages with the broker while a service fails', async () => {
    const queue = named('later')
    await publish({ queue, message: 'kept' })
    await subscribe([{ queue, service: 'script' }])
    await expect.poll(() => failures.length).toBe(1)
    expect(failures.splice(0)).toEqual([expect.stringContaining('could not be passed on, and it is delivered again')])
    await unsubscribe()
    expect(await taken(queue)).toMatchObject({ content: Buffer.from('kept'), fields: { redelivered: true } })
  })

  it('has the subscriber’s current rights when a message arrives', async () => {
    const queue = named('rights')
    const access = [
      { service_id: id, component: '*', verbs: ['GET', 'POST', 'DELETE'] },
      { service_id: memo, component: '*', verbs: ['GET', 'PUT'] },
    ] as const
    const role = await make.role({ access })
    const app = await make.app()
    const user = await make.user({ roles: [{ app_id: app.id, role_id: role.id }] })
    const body = [{ queue, service: { endpoint: 'memo/rights', verb: 'PUT' } }]
    expect(await send('POST', 'broker/sub', { as: user, key: app.api_key, body })).toMatchObject({ status: 200 })
    await publish({ queue, message: 1 })
    await expect.poll(() => stored('rights')).toMatchObject({ message: 1 })
    await send('PATCH', `system/role/${role.id}`, { as, body: { is_active: false } })
    await publish({ queue, message: 2 })
    await expect.poll(() => failures.length).toBe(1)
    expect(failures.splice(0)).toEqual([expect.stringContaining('could not be passed on')])
    expect(await stored('rights')).toMatchObject({ message: 1 })
    await unsubscribe()
  })

  it('subscribes again after its queue was deleted', async () => {
    const queue = named('gone')
    await subscribe([{ queue, service: { endpoint: 'memo/again', verb: 'PUT' } }])
    await direct.channel.deleteQueue(queue)
    await publish({ queue, message: 'again' })
    await expect.poll(() => stored('again')).toMatchObject({ message: 'again' })
    await unsubscribe()
  })

  it('ends its subscriptions together with the service', async () => {
    await subscribe([{ queue: named('gone'), service: 'memo/x' }])
    expect(await send('DELETE', `system/service/${id}`, { as })).toMatchObject({ status: 200 })
    await expect.poll(async () => (await direct.channel.checkQueue(named('gone'))).consumerCount).toBe(0)
  })
})
