import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { relayTo } from '../platform/connections/relay.ts'
import { openRedisSentinel } from '../testing/counterparts/redis-sentinel.ts'
import { hasRedisProgram, type OwnRedis, openRedisServer } from '../testing/counterparts/redis-server.ts'
import { createTestDatabase, hasPostgresServer, type TestDatabase } from '../testing/test-postgres.ts'
import type { Change } from './changes.ts'
import { openPostgres } from './postgres.ts'
import type { Store } from './store.ts'
import { tableNames } from './tables.ts'

describe.skipIf(!hasRedisProgram || !(await hasPostgresServer()))('changes between nodes that share a Redis', () => {
  let database: TestDatabase
  let redis: OwnRedis
  beforeAll(async () => {
    ;[database, redis] = await Promise.all([createTestDatabase(), openRedisServer()])
  })
  afterAll(async () => {
    await Promise.all([database.drop(), redis.close()])
  })

  async function openNode(changesRedis = redis.url): Promise<Store> {
    const store = await openPostgres(database.url, { changesRedis })
    onTestFinished(store.close)
    // A node that has just connected treats everything as changed, once.
    const heard = heardBy(store)
    await vi.waitFor(() => expect(heard.length).toBeGreaterThanOrEqual(tableNames.length))
    return store
  }

  /** Writes like records do; `end`: what the node does between the commit and its notification. */
  async function change(store: Store, id: number, end: 'tells' | 'dies'): Promise<void> {
    const changes: readonly Change[] = [{ table: 'role', ids: [id] }]
    await store.write((statements) => Promise.resolve(store.changes.publishIn(statements, changes)))
    if (end === 'tells') store.changes.publishHere(changes)
  }

  it('are rejected with 503 while Redis is unreachable, and work again afterwards', async () => {
    const { hostname, port } = new URL(redis.url)
    const relay = await relayTo(hostname, Number(port))
    onTestFinished(relay.close)
    const store = await openNode(`redis://127.0.0.1:${relay.port}`)
    await relay.shut()
    await expect(change(store, 1, 'tells')).rejects.toMatchObject({ status: 503, headers: { 'Retry-After': '1' } })
    await relay.open()
    await vi.waitFor(() => change(store, 1, 'tells'))
  })

  it('reach the other nodes, and their own node once', async () => {
    const here = await openNode()
    const there = await openNode()
    const own = heardBy(here)
    const others = heardBy(there)
    await change(here, 7, 'tells')
    await vi.waitFor(() => expect(others.filter(({ ids }) => ids[0] === 7)).toHaveLength(2))
    expect(own).toEqual([{ table: 'role', ids: [7] }])
    await here.changes.publish([{ table: 'app', ids: 'all' }])
    await vi.waitFor(() => expect(others.at(-1)).toEqual({ table: 'app', ids: 'all' }))
  })

  it('are announced repeatedly if the node has died before its commit was announced', async () => {
    const here = await openNode()
    const there = await openNode()
    const others = heardBy(there)
    await change(here, 8, 'dies')
    await vi.waitFor(() => expect(others.filter(({ ids }) => ids[0] === 8).length).toBeGreaterThan(2))
  })

  it('invalidate everything while notifications are silently interrupted', async () => {
    const { hostname, port } = new URL(redis.url)
    const relay = await relayTo(hostname, Number(port))
    onTestFinished(relay.close)
    const there = await openNode(`redis://127.0.0.1:${relay.port}`)
    relay.hang()
    const heard = heardBy(there)
    await vi.waitFor(() => expect(heard).toContainEqual({ table: 'token_revocation', ids: 'all' }))
    await relay.open()
    await untilHeard(await openNode(), there)
  })

  it('follow a primary changed by Sentinels', async () => {
    const sentinel = await openRedisSentinel()
    onTestFinished(sentinel.close)
    const here = await openNode(sentinel.url)
    const there = await openNode(sentinel.url)
    await sentinel.crashPrimary()
    await expect(change(here, 9, 'tells')).rejects.toMatchObject({ status: 503 })
    await vi.waitFor(() => change(here, 9, 'tells'))
    await untilHeard(here, there)
  })
})

function heardBy(store: Store): Change[] {
  const heard: Change[] = []
  onTestFinished(store.changes.subscribe((change) => heard.push(change)))
  return heard
}

/** Resolves when one node receives notifications of the other. */
async function untilHeard(here: Store, there: Store): Promise<void> {
  const heard = heardBy(there)
  await vi.waitFor(async () => {
    await here.changes.publish([{ table: 'cors', ids: [3] }])
    expect(heard).toContainEqual({ table: 'cors', ids: [3] })
  })
}
