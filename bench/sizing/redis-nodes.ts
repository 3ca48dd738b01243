import { setTimeout as wait } from 'node:timers/promises'
import { redisLine } from '@millwright/instance/store/changes-lines'
import { createRedisCounters } from '@millwright/instance/subjects/operation/limits/redis-counters'
import { openRedisServer } from '@millwright/instance/testing/counterparts/redis-server'
import { busyProcessors, processesOn } from './processes.ts'

export interface RedisLoad {
  /** Number of processors that are busy with heartbeats alone. */
  readonly idle: number
  /** Changes that could be announced to all nodes, per second. */
  readonly changes: number
  /** Requests that one limit can count, per second. */
  readonly counts: number
}

/** The interval of real nodes (store/changes-listener.ts). */
const beat = 250
const callers = 20
const seconds = 5

/** Simulates nodes that receive changes through one Redis and count requests in it. */
export async function measureRedis(nodes: number): Promise<RedisLoad> {
  await using cleanup = new AsyncDisposableStack()
  const server = cleanup.adopt(await openRedisServer(), ({ close }) => close())
  const pids = () => processesOn(Number(new URL(server.url).port))
  const [first, ...lines] = Array.from({ length: nodes }, () => redisLine(server.url, 'millwright_changes'))
  if (first === undefined) throw new Error('No nodes')
  const beats: NodeJS.Timeout[] = []
  for (const line of [first, ...lines]) {
    const opened = await line.open({ heard: () => undefined, beaten: () => undefined, lost: () => undefined })
    beats.push(setInterval(() => void opened.beat(1).catch(() => undefined), beat))
    cleanup.defer(async () => {
      await opened.end()
      await line.close()
    })
  }
  cleanup.defer(() => beats.forEach(clearInterval))
  const counters = cleanup.adopt(createRedisCounters(server.url), ({ close }) => close())

  const idle = await busyProcessors(pids, seconds)
  const changes = await aSecond(() => first.send('[{"table":"role","ids":[1]}]'))
  const hits = [{ key: 'instance', user: '', rate: 1_000_000_000, period: 3_600_000 }]
  const counts = await aSecond(async () => counters.hit(hits, Date.now()))
  return { idle, changes, counts }
}

/** Returns how often callers that repeat an operation can complete it per second. */
async function aSecond(work: () => Promise<unknown>): Promise<number> {
  let [count, going] = [0, true]
  const busy = Array.from({ length: callers }, async () => {
    while (going) {
      await work().catch(() => undefined)
      count += 1
    }
  })
  await wait(seconds * 1000)
  const done = count / seconds
  going = false
  await Promise.all(busy)
  return done
}
