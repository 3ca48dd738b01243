import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Relay, relayTo } from '@millwright/instance/platform/connections/relay'
import { openHaProxy } from '@millwright/instance/testing/counterparts/haproxy'
import { hasPgBouncer, openPgBouncer } from '@millwright/instance/testing/counterparts/pgbouncer'
import { openPostgresPair, type PostgresPair } from '@millwright/instance/testing/counterparts/postgres-pair'
import { openPostgresServer } from '@millwright/instance/testing/counterparts/postgres-server'
import { type OwnSentinel, openRedisSentinel } from '@millwright/instance/testing/counterparts/redis-sentinel'
import { hasRedisProgram } from '@millwright/instance/testing/counterparts/redis-server'
import { type RunningInstance, type Settings, startInstance } from '../harness/instance.ts'
import { type NodeNetwork, openNetworks } from './networks.ts'

/** Controls a node's connections to the servers behind one address. */
export type RelayControl = Pick<Relay, 'shut' | 'open' | 'hang'>

/** A node's connections on which it listens for changes. */
export interface ListenControl extends RelayControl {
  /** Leads them to a PostgreSQL that has nothing to do with the instance. */
  mislead(): Promise<void>
  /** Leads them to the primary and its standby again. */
  lead(): Promise<void>
}

/** A node, and its connections to the servers that it depends on. */
export interface StormNode {
  instance: RunningInstance
  /** To the instance's own tables, through PgBouncer if there is one. */
  readonly database: Relay
  /** To PostgreSQL directly, where the node listens for changes. */
  readonly listen: ListenControl
  /** Its network links; `null` if it shares the network of the machine. */
  readonly links: NodeNetwork['links']
}

/** Nodes behind HAProxy, with their own servers. */
export interface World {
  /** URL of HAProxy. */
  readonly url: string
  readonly nodes: readonly StormNode[]
  readonly postgres: PostgresPair
  /** URL of the current primary. */
  readonly primary: { readonly url: string; lead(): void }
  readonly redis: OwnSentinel | null
  nodesUp(): Promise<number>
  /** Stops everything and removes all its files. */
  close(): Promise<void>
}

/** Settings shared by all nodes. */
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
    const networks = keep(openNetworks(), (each) => each.close())
    const { hosts } = networks
    const postgres = keep(await openPostgresPair(), (pair) => pair.close())
    const stranger = keep(await openPostgresServer({ durable: false }), (server) => server.close())
    const relayed = async (port: number) =>
      keep(await relayTo('127.0.0.1', port, hosts.database), (each) => each.close())
    const portNow = () => portOf(postgres.primary())
    const moving = await relayed(portNow())
    const urlOf = (...relays: readonly Relay[]) =>
      `postgres://postgres@${relays.map(({ port }) => `${hosts.database}:${port}`).join(',')}/postgres`
    const primary = { url: urlOf(moving), lead: () => moving.setTarget(portNow()) }
    const bouncer = hasPgBouncer ? keep(await openPgBouncer(primary.url), (server) => server.close()) : null
    const redis = hasRedisProgram ? keep(await openRedisSentinel(hosts.redis), (servers) => servers.close()) : null
    const nodes: StormNode[] = []
    for (let each = 0; each < count; each += 1) {
      const network = networks.open()
      const database = await relayed(bouncer === null ? moving.port : Number(new URL(bouncer.url).port))
      const listen = await Promise.all(postgres.ports.map(relayed))
      const settings: Settings = {
        ...common,
        MILLWRIGHT_HOST: network.host,
        // Files are in a folder that all nodes share.
        MILLWRIGHT_DATA: join(folder, 'data'),
        MILLWRIGHT_DATABASE_URL:
          bouncer === null ? urlOf(database) : urlOf(database).replace(/postgres$/, 'millwright'),
        MILLWRIGHT_DATABASE_LISTEN_URL: urlOf(...listen),
        ...(redis !== null && { MILLWRIGHT_REDIS_URL: redis.url }),
      }
      const instance = await startInstance(settings, network.within)
      const node = {
        instance,
        database,
        listen: together(listen, postgres.ports, portOf(stranger)),
        links: network.links,
      }
      nodes.push(keep(node, (started) => started.instance[Symbol.asyncDispose]()))
    }
    const proxy = keep(await openHaProxy(nodes.map(({ instance }) => instance.url)), (server) => server.close())
    return { url: proxy.url, nodes, postgres, primary, redis, nodesUp: proxy.nodesUp, close }
  } catch (error) {
    await close()
    throw error
  }
}

const portOf = ({ url }: { readonly url: string }) => Number(new URL(url).port)

/** `ports`: of the servers behind the relays. */
function together(relays: readonly Relay[], ports: readonly number[], strangerPort: number): ListenControl {
  const each = (act: (relay: Relay, at: number) => Promise<void> | void) =>
    Promise.all(relays.map(act)).then(() => undefined)
  const leadTo = (portAt: (at: number) => number) =>
    each(async (relay, at) => {
      relay.setTarget(portAt(at))
      await relay.shut()
      await relay.open()
    })
  return {
    shut: () => each((relay) => relay.shut()),
    open: () => each((relay) => relay.open()),
    hang: () => void each((relay) => relay.hang()),
    mislead: () => leadTo(() => strangerPort),
    lead: () => leadTo((at) => ports[at] ?? strangerPort),
  }
}
