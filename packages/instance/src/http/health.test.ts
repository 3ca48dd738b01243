import { describe, expect, test } from 'vitest'
import { testInstance } from '../testing/test-instance.ts'
import { engines } from '../testing/test-store.ts'

test('reports a node as live while it responds', async () => {
  const { send } = await testInstance()
  expect(await send('GET', '/health/live')).toMatchObject({ status: 200, body: { status: 'live' } })
})

describe.each(engines)('readiness on %s', (engine) => {
  test('is reported with its checks', async () => {
    const { send } = await testInstance({ engine })
    const answer = await send('GET', '/health/ready')
    expect(answer).toMatchObject({ status: 200, body: { status: 'ready', checks: { store: 'ok' } } })
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store' })
  })

  test('fails while the node stops, and every response closes the connection', async () => {
    const { send, readiness } = await testInstance({ engine })
    readiness.drain()
    const answer = await send('GET', '/health/ready')
    expect(answer).toMatchObject({
      status: 503,
      body: { status: 'not ready', checks: { store: 'ok', node: 'It is stopping.' } },
    })
    expect(answer.headers).toMatchObject({ connection: 'close', 'retry-after': '1' })
    expect((await send('GET', 'system/environment')).headers).toMatchObject({ connection: 'close' })
    expect((await send('GET', '/health/live')).status).toBe(200)
  })
})

test.each([
  { changesBy: 'listen', status: 200 },
  { changesBy: 'redis', status: 503 },
] as const)(
  'responds with $status if Redis is unreachable and changes are distributed by $changesBy',
  async (given) => {
    const config = { redisUrl: 'redis://127.0.0.1:9', changesBy: given.changesBy }
    const { send } = await testInstance({ engine: 'postgres', config })
    expect(await send('GET', '/health/ready')).toMatchObject({
      status: given.status,
      body: { checks: { store: 'ok', redis: 'Redis at 127.0.0.1:9 does not respond.' } },
    })
  },
)
