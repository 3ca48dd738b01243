import { setTimeout as wait } from 'node:timers/promises'
import { redisLine } from '@millwright/instance/store/redis-line'
import { createRedisCounters } from '@millwright/instance/subjects/limits/redis-counters'
import { openRedisServer } from '@millwright/instance/testing/counterparts/redis-server'
import { busyProcessors, processesOn } from './processes.ts'

export interface RedisLoad {
  /** Processors that are busy while nothing happens but heartbeats. */
  readonly idle: number
  /** Changes that could be told to all nodes, a second. */
  readonly changes: number
  /** Requests that one limit counts, a second. */
  readonly counts: number
}

/** As nodes do it (store/changes-listener.ts). */
const beat = 250
const callers = 20
const seconds = 5

/** Lets so many nodes hear of changes by one Redis, and count in it. */
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

/** How often something can be done in a second, by callers that do it again and again. */
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
