import type { SendRequest } from '@millwright/connector/outgoing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openStore } from '../../../store/open-store.ts'
import { testClock } from '../../../testing/test-clock.ts'
import { createMigratedPlace, type Engine, engines } from '../../../testing/test-store.ts'
import { newSecret } from '../../ground/models/webhook-model.ts'
import { createDeliveries, type Deliveries, pauses } from './deliveries.ts'
import { createDeliveryStore, maxEnded, maxWaiting } from './delivery-store.ts'

const vault = { seal: (plain: string) => `sealed ${plain}`, open: (sealed: string) => sealed.replace(/^sealed /, '') }
const author = { userId: null, appId: null }
const never = () => new Promise<never>(() => undefined)

/** Nodes on one database with a webhook, and the messages that they send. */
async function nodes(engine: Engine, count: number) {
  const place = await createMigratedPlace(engine)
  const clock = testClock()
  const stores = [await openStore(place, clock)]
  while (engine === 'postgres' && stores.length < count) stores.push(await openStore(place, clock))
  const [first] = stores
  if (first === undefined) throw new Error('There is one.')
  const running: Deliveries[] = []
  onTestFinished(async () => {
    for (const each of running) await each.close()
    for (const store of stores) await store.close()
    await place.remove()
  })
  const { id: webhookId } = await first.db
    .insertInto('webhook')
    .values({
      name: 'hook',
      description: null,
      url: 'https://example.test/',
      events: '[]',
      secret: vault.seal(newSecret()),
      include_data: 0,
      is_active: 1,
      created_date: '',
      last_modified_date: '',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const sent: { readonly id: string; readonly timestamp: string }[] = []
  const answering = { status: 200 as number | null }
  const ask: SendRequest = async ({ headers }, signal) => {
    sent.push({ id: headers['webhook-id'] ?? '', timestamp: headers['webhook-timestamp'] ?? '' })
    if (answering.status !== null) return { status: answering.status, headers: {}, body: Buffer.alloc(0) }
    return new Promise((_, reject) =>
      signal.addEventListener('abort', () => reject(new Error('Ended')), { once: true }),
    )
  }
  const nodeOn = (at: number, how = ask) => {
    const store = createDeliveryStore(stores[at] ?? first, vault, clock)
    const log = (text: string) => {
      throw new Error(text)
    }
    const deliveries = createDeliveries({ store, ask: how, authorities: () => null, clock, log })
    running.push(deliveries)
    return { store, deliveries }
  }
  const message = (messageId: string) => ({ webhookId, event: 'db.get', messageId, body: '{}', author })
  const rows = () => first.db.selectFrom('webhook_delivery').selectAll().orderBy('id').execute()
  return { clock, db: first.db, sent, answering, nodeOn, message, rows, webhookId }
}

describe.each(engines)('messages of several nodes on %s', (engine) => {
  it('are each sent once, by any node', async () => {
    const { nodeOn, message, sent, rows } = await nodes(engine, 3)
    const all = [0, 1, 2].map((at) => nodeOn(at))
    const ids = Array.from({ length: 30 }, (_, at) => `msg_${at}`)
    for (const [at, id] of ids.entries()) await all[at % 3]?.store.add(message(id), null)
    await Promise.all(all.map(({ deliveries }) => deliveries.idle()))
    expect(sent.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
    expect(new Set((await rows()).map(({ state }) => state))).toEqual(new Set(['delivered']))
  })

  it('are retried at growing intervals under one id, across restarts, and then given up', async () => {
    const { nodeOn, message, sent, answering, clock, rows } = await nodes(engine, 1)
    answering.status = 503
    const first = nodeOn(0).deliveries
    await first.add(message('msg'))
    await first.idle()
    await first.close()
    for (const pause of pauses) {
      const { deliveries } = nodeOn(0)
      clock.advance((pause / 1_000) * 0.8)
      await deliveries.idle()
      const before = sent.length
      clock.advance((pause / 1_000) * 0.4)
      await deliveries.idle()
      expect(sent.length).toBe(before + 1)
      await deliveries.close()
    }
    expect(await rows()).toMatchObject([{ state: 'failed', attempts: pauses.length + 1, status_code: 503 }])
    expect(new Set(sent.map(({ id }) => id))).toEqual(new Set(['msg']))
    // Each attempt is signed with its own timestamp, so that receivers can reject old ones.
    expect(new Set(sent.map(({ timestamp }) => timestamp)).size).toBe(sent.length)
  })

  it('are taken over from a node that dies, and released by one that shuts down', async () => {
    const { nodeOn, message, sent, answering, clock } = await nodes(engine, 2)
    const dying = nodeOn(0, never)
    await dying.store.add(message('msg'), null)
    const taken = await dying.store.take(clock() + 1_000, [])
    expect(taken).toMatchObject({ attempts: 1 })
    const other = nodeOn(1).deliveries
    await other.idle()
    expect(sent).toEqual([])
    clock.advance(2)
    await other.idle()
    expect(sent).toHaveLength(1)

    answering.status = null
    const ending = nodeOn(0)
    await ending.store.add(message('second'), null)
    const working = ending.deliveries.idle()
    await expect.poll(() => sent.length).toBe(2)
    await ending.deliveries.close()
    await working
    answering.status = 200
    await other.idle()
    expect(sent.map(({ id }) => id)).toEqual(['msg', 'second', 'second'])
  })

  it('do not wait for a clock that was wrong', async () => {
    const { nodeOn, message, sent, answering, clock } = await nodes(engine, 1)
    const { deliveries, store } = nodeOn(0)
    answering.status = 500
    clock.advance(400 * 86_400)
    await deliveries.add(message('msg'))
    await deliveries.idle()
    await store.add(message('held'), clock() + 60_000)
    clock.advance(-400 * 86_400)
    answering.status = 200
    await deliveries.idle()
    expect(sent.map(({ id }) => id).toSorted()).toEqual(['held', 'msg', 'msg'])
  })

  it('are limited in number, both waiting and ended', async () => {
    const { nodeOn, message, db, webhookId, clock } = await nodes(engine, 1)
    const { store } = nodeOn(0)
    const row = (state: string, at: number) => ({
      created_date: new Date(clock()).toISOString(),
      webhook_id: webhookId,
      message_id: `msg_${at}`,
      event: 'db.get',
      body: '',
      state,
      due: clock(),
      author_id: null,
      author_app_id: null,
    })
    const fill = async (state: string, count: number) => {
      for (let at = 0; at < count; at += 500) {
        const some = Array.from({ length: Math.min(500, count - at) }, (_, more) => row(state, at + more))
        await db.insertInto('webhook_delivery').values(some).execute()
      }
    }
    await fill('waiting', maxWaiting)
    expect(await store.add(message('more'), null)).toBeNull()
    await fill('delivered', maxEnded + 5)
    await store.deleteOld()
    const { count } = await db
      .selectFrom('webhook_delivery')
      .select((each) => each.fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(maxWaiting + maxEnded)
  })
})
