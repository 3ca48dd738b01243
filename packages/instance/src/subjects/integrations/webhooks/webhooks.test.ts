import { createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { TestInstanceOptions } from '../../../testing/open-test-instance.ts'
import { restrictedAdmin } from '../../../testing/restricted-admin.ts'
import { testInstance } from '../../../testing/test-instance.ts'
import { engines } from '../../../testing/test-store.ts'

interface Received {
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly body: { readonly type: string; readonly data: Record<string, unknown> }
}

interface Delivery {
  readonly id: number
  readonly state: string
  readonly attempts: number
  readonly message_id: string
  readonly event: string
  readonly status_code: number | null
  readonly error: string | null
  readonly next_attempt_date: string | null
}

/** A receiver of messages: responds with `status`; never if that is null; or endlessly. */
async function receiver() {
  const state = { received: [] as Received[], status: 200 as number | null, babbles: false, url: '' }
  const server = createServer(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString('utf8')
    state.received.push({ headers: request.headers, text, body: JSON.parse(text) })
    if (state.status === null) return
    response.writeHead(state.status, state.status === 302 ? { location: state.url } : {})
    if (!state.babbles) return void response.end('{}')
    response.on('error', () => undefined)
    const babble = () =>
      response.write('x'.repeat(64 * 1024), (error) => {
        if (!error) setImmediate(babble)
      })
    babble()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  state.url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/hook?of=tests`
  return state
}

const event = 'memo.{key_name}.put'

async function prepared(options: TestInstanceOptions = {}) {
  const instance = await testInstance({ ...options, config: { allowPrivateHosts: ['127.0.0.1'], ...options.config } })
  const { send, root: as } = instance
  const memo = { resource: [{ name: 'memo', type: 'cache_local', is_active: true }] }
  expect((await send('POST', 'system/service', { as, body: memo })).status).toBe(201)
  const add = async (record: object, by: object = { as }) => {
    const body = { resource: [{ name: 'hook', events: [event], ...record }] }
    return send<{ resource: [{ id: number; secret: string }] }>('POST', 'system/webhook', { ...by, body })
  }
  const deliveries = async (query = '') => {
    const { body } = await send<{ resource: Delivery[] }>('GET', `system/webhook_delivery?order=id${query}`, { as })
    return body.resource
  }
  return { ...instance, instance, as, add, deliveries }
}

function isSigned({ headers, text }: Received, secret: string): boolean {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const expected = Buffer.from(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
  const given = Buffer.from(String(headers['webhook-signature']))
  return given.length === expected.length && timingSafeEqual(given, expected)
}

describe.each(engines)('webhooks on %s', (engine) => {
  it('reject an invalid URL, event or secret', async () => {
    const { add } = await prepared({ engine })
    for (const record of [
      {},
      { url: 'ftp://example.test' },
      { url: 'https://user:password@example.test' },
      { url: 'https://example.test', events: 'all' },
      { url: 'https://example.test', events: [1] },
      { url: 'https://example.test', events: ['nothing.get'] },
      { url: 'https://example.test', events: [`${event}.pre_process`] },
      { url: 'https://example.test', secret: 'short' },
      { url: 'https://example.test', secret: 'whsec_AAAA' },
    ]) {
      expect(await add(record)).toMatchObject({ status: 400 })
    }
  })

  it('send signed messages of their events, with data if configured', async () => {
    const target = await receiver()
    const { send, as, add, deliveries } = await prepared({ engine })
    const made = await add({ url: target.url })
    expect(made.status).toBe(201)
    const { id, secret } = made.body.resource[0]
    expect(secret).toMatch(/^whsec_/)
    const read = await send('GET', `system/webhook/${id}`, { as })
    expect(read.body).toMatchObject({ secret: '**********', events: [event], include_data: false })
    const sent = { as, body: { shown: 1, password: 'do not tell' } }
    expect((await send('PUT', 'memo/one', sent)).status).toBe(200)
    await vi.waitFor(() => expect(target.received).toHaveLength(1))
    const [first] = target.received
    expect(first?.body).toMatchObject({
      type: 'memo.one.put',
      data: { verb: 'PUT', service: 'memo', resource: 'one', status: 200 },
    })
    expect(first?.text).not.toContain('shown')
    expect(first !== undefined && isSigned(first, secret)).toBe(true)

    await send('PATCH', `system/webhook/${id}`, { as, body: { include_data: true } })
    await send('PUT', 'memo/two', sent)
    await vi.waitFor(() => expect(target.received).toHaveLength(2))
    expect(target.received[1]?.body.data).toMatchObject({ request: { shown: 1, password: '**********' } })
    await vi.waitFor(async () =>
      expect(await deliveries()).toMatchObject([
        { state: 'delivered', attempts: 1, status_code: 200, error: null, event: 'memo.one.put' },
        { state: 'delivered' },
      ]),
    )

    const renewed = await send<{ secret: string }>('PATCH', `system/webhook/${id}`, { as, body: { secret: null } })
    expect(renewed.body.secret).toMatch(/^whsec_/)
    expect(renewed.body.secret).not.toBe(secret)
    await send('PATCH', `system/webhook/${id}`, { as, body: { is_active: false } })
    await send('PUT', 'memo/three', sent)
    const { status, body } = await send<Delivery>('POST', `system/webhook/${id}/test`, { as })
    expect({ status, body }).toMatchObject({ status: 200, body: { state: 'delivered', event: 'webhook.test' } })
    expect(target.received).toHaveLength(3)
    expect(target.received[2] !== undefined && isSigned(target.received[2], renewed.body.secret)).toBe(true)
  })

  it('are deleted with their messages', async () => {
    const target = await receiver()
    const { send, as, add, deliveries } = await prepared({ engine })
    const { id } = (await add({ url: target.url })).body.resource[0]
    await send('POST', `system/webhook/${id}/test`, { as })
    expect(await deliveries()).toHaveLength(1)
    await send('DELETE', `system/webhook/${id}`, { as })
    expect(await deliveries()).toEqual([])
  })
})

describe('a message to a webhook', () => {
  it('can be sent again manually, with the same id', async () => {
    const target = await receiver()
    const { send, as, add, deliveries, failures } = await prepared()
    await add({ url: target.url })
    target.status = 500
    await send('PUT', 'memo/one', { as, body: 1 })
    await vi.waitFor(async () =>
      expect(await deliveries()).toMatchObject([
        { state: 'waiting', attempts: 1, status_code: 500, next_attempt_date: expect.any(String) },
      ]),
    )
    const [first] = await deliveries()
    expect(await send('POST', `system/webhook_delivery/${first?.id}/redeliver`, { as })).toMatchObject({ status: 409 })
    expect(await send('POST', 'system/webhook_delivery/999/redeliver', { as })).toMatchObject({ status: 404 })
    target.status = 410
    await send('PUT', 'memo/two', { as, body: 1 })
    await vi.waitFor(async () => expect((await deliveries())[1]).toMatchObject({ state: 'failed', status_code: 410 }))
    const [, second] = await deliveries()
    const webhooks = await send<{ resource: [{ id: number; is_active: boolean }] }>('GET', 'system/webhook', { as })
    expect(webhooks.body.resource[0].is_active).toBe(false)
    target.status = 200
    await send('PATCH', `system/webhook/${webhooks.body.resource[0].id}`, { as, body: { is_active: true } })
    expect((await send('POST', `system/webhook_delivery/${second?.id}/redeliver`, { as })).status).toBe(200)
    await vi.waitFor(async () => expect((await deliveries())[1]).toMatchObject({ state: 'delivered', attempts: 1 }))
    expect(target.received.at(-1)?.headers['webhook-id']).toBe(second?.message_id)
    expect(failures.splice(0)).toEqual([expect.stringContaining('is disabled')])
  })

  it('records why it was not delivered: redirects, endless responses, private hosts', async () => {
    const target = await receiver()
    const { send, as, add } = await prepared({ config: { allowPrivateHosts: [new URL(target.url).host] } })
    const one = async (url: string) => {
      const made = await add({ url, name: url.slice(-40) })
      return (await send<Delivery>('POST', `system/webhook/${made.body.resource[0].id}/test`, { as })).body
    }
    target.status = 302
    expect(await one(target.url)).toMatchObject({ state: 'failed', status_code: 302 })
    target.status = 200
    target.babbles = true
    expect(await one(`${target.url}&endless`)).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('longer'),
    })
    for (const url of ['http://127.0.0.1:9/', 'http://[::1]:8080/']) {
      expect(await one(url)).toMatchObject({ state: 'failed', error: expect.stringContaining('not a public host') })
    }
    expect(target.received).toHaveLength(2)
  })

  it('blocks no request, and no other webhook, while a receiver is unresponsive', async () => {
    const hanging = await receiver()
    const target = await receiver()
    hanging.status = null
    const { send, as, add } = await prepared()
    await add({ url: hanging.url })
    await add({ url: target.url, name: 'other', events: ['MEMO.*', event] })
    for (let at = 0; at < 10; at++) expect((await send('PUT', `memo/${at}`, { as, body: at })).status).toBe(200)
    await vi.waitFor(() => expect(target.received).toHaveLength(10))
    expect(hanging.received.length).toBeLessThanOrEqual(2)
  })
})

describe('restricted administrators', () => {
  it('need a tab for webhooks, and receive nothing that they may not see', async () => {
    const target = await receiver()
    const { instance, send, as, add, deliveries } = await prepared()
    const without = await restrictedAdmin(instance, ['services'])
    const by = await restrictedAdmin(instance, ['webhooks'])
    const credentials = { as: by.as, key: by.key }
    expect(await send('GET', 'system/webhook', { as: without.as, key: without.key })).toMatchObject({ status: 403 })
    expect((await add({ url: target.url }, credentials)).status).toBe(201)
    const guarded = await add({ url: target.url, name: 'spy', events: ['system.role.get'] }, credentials)
    expect(guarded.body).toMatchObject({ error: { context: { resource: [{ code: 403 }] } } })
    await send('PUT', 'memo/secret', { as, body: 1 })

    const own = (await add({ url: 'http://127.0.0.1:9/', name: 'own' })).body.resource[0]
    await send('PUT', 'memo/known', { as, body: 1 })
    await vi.waitFor(async () => expect(await deliveries()).toMatchObject([{ state: 'waiting', attempts: 1 }]))
    // Messages for a full administrator are not sent to a URL that someone else set.
    const turned = await send('PATCH', `system/webhook/${own.id}`, { ...credentials, body: { url: target.url } })
    expect(turned.status).toBe(200)
    await instance.parts.store.db.updateTable('webhook_delivery').set({ due: 0 }).execute()
    await instance.deliveries.idle()
    expect(await deliveries()).toMatchObject([
      { state: 'failed', error: expect.stringContaining('changed in the meantime') },
    ])
    expect(target.received).toEqual([])
  })

  it('leave webhooks that receive nothing when they are deleted, while those of full administrators keep working', async () => {
    const target = await receiver()
    const { instance, send, as, add, deliveries } = await prepared()
    const restricted = await restrictedAdmin(instance, ['webhooks'])
    const narrow = { as: restricted.as, key: restricted.key }
    const full = await instance.make.admin()
    expect((await add({ url: target.url, name: 'narrow' }, narrow)).status).toBe(201)
    expect((await add({ url: target.url, name: 'full' }, { as: full })).status).toBe(201)
    for (const id of [restricted.id, full.id])
      expect((await send('DELETE', `system/admin/${id}`, { as })).status).toBe(200)
    const authors = await instance.parts.store.db.selectFrom('webhook').select(['name', 'author_id']).execute()
    expect(authors).toEqual([
      { name: 'narrow', author_id: 0 },
      { name: 'full', author_id: null },
    ])
    await send('PUT', 'memo/later', { as, body: 1 })
    await vi.waitFor(() => expect(target.received).toHaveLength(1))
    await instance.deliveries.idle()
    expect(await deliveries()).toHaveLength(1)
  })
})
