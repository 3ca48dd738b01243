import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Relay, relayTo } from '@millwright/instance/platform/connections/relay'
import { openHaProxy } from '@millwright/instance/testing/counterparts/haproxy'
import { hasPgBouncer, openPgBouncer } from '@millwright/instance/testing/counterparts/pgbouncer'
import { type OwnPostgres, openPostgresServer } from '@millwright/instance/testing/counterparts/postgres-server'
import { hasRedisProgram, type OwnRedis, openRedisServer } from '@millwright/instance/testing/counterparts/redis-server'
import { type RunningInstance, type Settings, startInstance } from '../harness/instance.ts'

/** A node, and what leads from it to the servers that it needs. */
export interface StormNode {
  instance: RunningInstance
  /** To the own tables, through PgBouncer where there is one. */
  readonly database: Relay
  /** To PostgreSQL, where it hears of changes. */
  readonly listen: Relay
  /** Null: there is no Redis. */
  readonly redis: Relay | null
}

/** Nodes behind HAProxy, with servers of their own. */
export interface World {
  /** Of HAProxy. */
  readonly url: string
  readonly nodes: readonly StormNode[]
  readonly postgres: OwnPostgres
  readonly redis: OwnRedis | null
  nodesUp(): Promise<number>
  /** Ends everything and leaves nothing of it. */
  close(): Promise<void>
}

/** What the nodes have in common. */
const common: Settings = {
  MILLWRIGHT_SECRET: '5a'.repeat(32),
  MILLWRIGHT_SAMPLE: '0',
  MILLWRIGHT_LOGIN_FAILURES: '1000000/1, 1000000/1',
  MILLWRIGHT_ALLOW_PRIVATE_HOSTS: '*',
  MILLWRIGHT_DATABASE_TIMEOUT: '3',
  MILLWRIGHT_STOP_DELAY: '2',
}

export async function openWorld(count: number): Promise<World> {
  const opened: (() => unknown)[] = []
  const keep = <T>(thing: T, close: (thing: T) => unknown): T => {
    opened.unshift(() => close(thing))
    return thing
  }
  const closeAll = async () => {
    for (const each of opened) await each()
  }
  let closing: Promise<void> | null = null
  const close = () => {
    closing ??= closeAll()
    return closing
  }
  try {
    const folder = keep(mkdtempSync(join(tmpdir(), 'millwright-storm-')), (path) =>
      rmSync(path, { recursive: true, force: true }),
    )
    const postgres = keep(await openPostgresServer({ durable: true }), (server) => server.close())
    const bouncer = hasPgBouncer ? keep(await openPgBouncer(postgres.url), (server) => server.close()) : null
    const redis = hasRedisProgram ? keep(await openRedisServer(), (server) => server.close()) : null
    const relayed = async (address: string) => {
      const url = new URL(address)
      const relay = keep(await relayTo(url.hostname, Number(url.port)), (each) => each.close())
      url.port = String(relay.port)
      return { relay, url: url.toString() }
    }
    const nodes: StormNode[] = []
    for (let each = 0; each < count; each += 1) {
      const database = await relayed(bouncer?.url ?? postgres.url)
      const listen = await relayed(postgres.url)
      const counting = redis === null ? null : await relayed(redis.url)
      const instance = await startInstance({
        ...common,
        // Files are in a folder that all nodes have.
        MILLWRIGHT_DATA: join(folder, 'data'),
        MILLWRIGHT_DATABASE_URL: database.url,
        MILLWRIGHT_DATABASE_LISTEN_URL: listen.url,
        ...(counting !== null && { MILLWRIGHT_REDIS_URL: counting.url }),
      })
      const node = { instance, database: database.relay, listen: listen.relay, redis: counting?.relay ?? null }
      nodes.push(keep(node, (started) => started.instance[Symbol.asyncDispose]()))
    }
    const proxy = keep(await openHaProxy(nodes.map(({ instance }) => instance.url)), (server) => server.close())
    return { url: proxy.url, nodes, postgres, redis, nodesUp: proxy.nodesUp, close }
  } catch (error) {
    await close()
    throw error
  }
}
