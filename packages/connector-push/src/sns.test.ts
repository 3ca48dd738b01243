import { standInKeys } from '@millwright/instance/subjects/data/files/suite/stand-in-signature'
import { deferred, fixture } from '@millwright/instance/testing/fixture'
import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSnsStandIn } from './testing/sns-stand-in.ts'

const account = fixture(() => openSnsStandIn())
afterAll(() => account.close())
const { send, root: as, make, failures } = sharedInstance({ config: { allowPrivateHosts: ['127.0.0.1'] } })
const config = deferred(() => ({ ...standInKeys, endpoint: account.endpoint }))
const add = async (name: string, settings: object) => {
  const body = { resource: [{ name, label: name, type: 'aws_sns', is_active: true, config: settings }] }
  return send<{ resource: [{ id: number }] }>('POST', 'system/service', { as, body })
}
const made = fixture(() => add('news', config))
beforeAll(async () => {
  await add('stranger', { ...config, secret: 'do not tell' })
  await add('away', { ...config, endpoint: 'http://127.0.0.1:9' })
})
const post = (path: string, body: unknown, method = 'POST') => send(method, path, { as, body })
beforeAll(async () => {
  for (const Name of ['orders', 'returns', 'invoices']) await post('news/topic', { Name })
})

it('rejects settings that can never work', async () => {
  expect(await add('keyless', { ...config, key: '', secret: '' })).toMatchObject({ status: 400 })
  expect(await add('nowhere', { ...config, endpoint: 'ftp://x.test' })).toMatchObject({ status: 400 })
})

it('rejects an invalid message, and passes on errors of Amazon with their reason', async () => {
  for (const body of [{}, [], { Message: '' }, { Message: 'x', Topic: 1 }, { Message: 'x', MessageAttributes: [] }]) {
    expect(await post('news/topic/orders', body)).toMatchObject({ status: 400 })
  }
  expect(await post('news', { Message: 'to nobody' })).toMatchObject({ status: 400 })
  expect(await post('news', { Message: 'x', Topic: 'orders', PhoneNumber: '+49' })).toMatchObject({ status: 400 })
  expect(await post('news/topic/orders', { Message: 'x'.repeat(300_000) })).toMatchObject({ status: 413 })
  expect(await post('news/topic/orders', { Message: 'x', Subject: 'a\nb' })).toMatchObject({
    status: 400,
    body: { error: { message: expect.stringContaining('Invalid <Subject>') } },
  })
  for (const Name of ['', 'a b', '../x', 'n'.repeat(300)])
    expect(await post('news/topic', { Name })).toMatchObject({ status: 400 })
  expect(await post('news/topic/orders/subscription', { Protocol: 'https' })).toMatchObject({ status: 400 })
  expect(await post('news/subscription', { Protocol: 'pigeon', Endpoint: 'x', Topic: 'orders' })).toMatchObject({
    status: 400,
  })
  for (const path of ['topic/none', 'topic/a%20b', 'subscription/orders:none', 'other', 'topic/orders/other']) {
    expect([path, (await send('GET', `news/${path}`, { as })).status]).toEqual([path, 404])
  }
  expect(await send('DELETE', 'news/topic/none', { as })).toMatchObject({ status: 404 })
  expect(await send('DELETE', 'news/topic', { as })).toMatchObject({ status: 400 })
  expect(account.published).toEqual([])
})

it('reports why Amazon cannot be used, without the key', async () => {
  for (const [service, reason] of [
    ['stranger', 'it refuses the key'],
    ['away', 'could not be reached'],
  ] as const) {
    const { status, body } = await send('GET', `${service}/topic`, { as })
    expect([service, status >= 502 && status <= 504]).toEqual([service, true])
    expect(JSON.stringify(body)).toContain(reason)
    expect(JSON.stringify(body)).not.toContain('do not tell')
  }
})

it.each([
  [500, 'no xml <', 503],
  [200, 'no xml <', 503],
  [400, '<ErrorResponse><Error><Code>Throttled</Code></Error></ErrorResponse>', 429],
  [403, '<ErrorResponse><Error><Code>AuthorizationError</Code></Error></ErrorResponse>', 403],
  [200, 'x'.repeat(5_000_000), 502],
  [200, `<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]><ListTopicsResponse>&e;</ListTopicsResponse>`, 503],
])('maps status %i with %j to %i', async (status, body, expected) => {
  account.next.push({ status, body })
  const answer = await send('GET', 'news/topic', { as })
  expect(answer.status).toBe(expected)
  expect(JSON.stringify(answer.body)).not.toContain('root:')
})

it('is tested before it is saved', async () => {
  const check = (settings: object) =>
    send('POST', 'system/service_check', { as, body: { type: 'aws_sns', config: settings } })
  expect(await check(config)).toMatchObject({ body: { success: true } })
  expect(await check({ ...config, secret: 'wrong' })).toMatchObject({ body: { success: false } })
})

it('creates, lists, updates and deletes topics', async () => {
  const { body } = await send<{ resource: { Topic: string }[] }>('GET', 'news/topic', { as })
  expect(body.resource.map(({ Topic }) => Topic)).toEqual(['orders', 'returns', 'invoices'])
  expect(await post('news/topic', { resource: [{ Name: 'brief.fifo' }] })).toMatchObject({
    status: 201,
    body: { resource: [{ Topic: 'brief.fifo' }] },
  })
  expect(await post('news/topic/orders', { DisplayName: 'Orders & more' }, 'PATCH')).toMatchObject({ status: 200 })
  expect(await send('GET', 'news/topic/orders', { as })).toMatchObject({ body: { DisplayName: 'Orders & more' } })
  expect(await send('DELETE', 'news/topic/brief.fifo', { as })).toMatchObject({ status: 200 })
  expect((await send('GET', 'news/topic/brief.fifo', { as })).status).toBe(404)
})

it('publishes to topics, devices and phone numbers', async () => {
  const attributes = { level: 'high', count: 2, raw: { DataType: 'String', StringValue: 'x' } }
  const sent = await post('news/topic/orders', { message: 'Grüße', subject: 'An order', MessageAttributes: attributes })
  expect(sent).toMatchObject({ status: 200, body: { MessageId: 'message 1' } })
  await post('news', { Topic: 'orders', Message: { default: 'a', sqs: 'b' } })
  await post('news', { PhoneNumber: '+4912345', Message: { id: 7 } })
  const [first, second, third] = account.published.map((params) => Object.fromEntries(params))
  expect(first).toMatchObject({
    TopicArn: expect.stringMatching(/:orders$/),
    Message: 'Grüße',
    Subject: 'An order',
    'MessageAttributes.entry.2.Value.DataType': 'Number',
    'MessageAttributes.entry.2.Value.StringValue': '2',
  })
  expect(second).toMatchObject({ Message: '{"default":"a","sqs":"b"}', MessageStructure: 'json' })
  expect(third).toMatchObject({ PhoneNumber: '+4912345', Message: '{"id":7}' })
})

it('subscribes and unsubscribes', async () => {
  const subscribed = await send<{ Subscription: string }>('POST', 'news/topic/orders/subscription', {
    as,
    body: { Protocol: 'https', Endpoint: 'https://shop.test/hook' },
  })
  expect(subscribed).toMatchObject({ status: 201, body: { Subscription: expect.stringMatching(/^orders:/) } })
  for (const path of ['news/subscription', 'news/topic/orders/subscription']) {
    expect(await send('GET', path, { as })).toMatchObject({
      body: { resource: [{ Protocol: 'https', Endpoint: 'https://shop.test/hook' }] },
    })
  }
  const own = `news/subscription/${subscribed.body.Subscription}`
  expect(await send('GET', own, { as })).toMatchObject({ body: { Endpoint: 'https://shop.test/hook' } })
  expect(await send('DELETE', own, { as })).toMatchObject({ status: 200 })
  expect(await send('GET', 'news/subscription', { as })).toMatchObject({ body: { resource: [] } })
})

it('lets a role publish to one topic', async () => {
  const [{ id }] = made.body.resource
  const access = [{ service_id: id, component: 'topic/orders', verbs: ['POST'] }] as const
  const { api_key: key } = await make.app({ role_id: (await make.role({ access })).id })
  const body = { Message: 'x' }
  expect(await send('POST', 'news/topic/orders', { key, body })).toMatchObject({ status: 200 })
  expect(await send('POST', 'news/topic/returns', { key, body })).toMatchObject({ status: 401 })
  expect(await send('POST', 'news', { key, body: { ...body, Topic: 'returns' } })).toMatchObject({ status: 401 })
  const components = await send<{ resource: string[] }>('GET', 'news?as_access_list=true', { as })
  expect(components.body.resource).toEqual(expect.arrayContaining(['', '*', 'topic/*', 'topic/orders']))
})

it('sends the configured message when an event has a successful response', async () => {
  const [{ id }] = made.body.resource
  const map = (data: string) => ({ config: { ...config, service_event_map: [{ event: 'memo.{key_name}.put', data }] } })
  const change = (data: string) => send('PATCH', `system/service/${id}`, { as, body: map(data) })
  for (const data of ['', 'a text', '[]']) expect(await change(data)).toMatchObject({ status: 400 })
  await make.service({ name: 'memo', type: 'cache_local' })
  expect(await change('{"Topic":"orders","Message":"A memo was written."}')).toMatchObject({ status: 200 })
  account.published.splice(0)
  account.next.push({ status: 500, body: '' })
  expect((await send('GET', 'memo/none', { as })).status).toBe(404)
  expect((await send('PUT', 'memo/note', { as, body: { text: 'x' } })).status).toBe(200)
  const sent = () => account.published.map((params) => params.get('Message'))
  await expect.poll(sent).toEqual(['A memo was written.'])
})

it('fires events of its topics, and describes its API', async () => {
  const events = await send<{ news: object }>('GET', 'system/event', { as })
  expect(JSON.stringify(events.body.news)).toContain('news.topic.{topic_name}.post')
  expect(events.body.news).toMatchObject({
    'news.topic.{topic_name}': { parameter: { topic_name: ['orders', 'returns', 'invoices'] } },
  })
  const described = await send<{ paths: object }>('GET', 'api_docs/news', { as })
  expect(Object.keys(described.body.paths)).toEqual(expect.arrayContaining([expect.stringContaining('{topic_name}')]))
  expect(failures).toEqual([])
})
