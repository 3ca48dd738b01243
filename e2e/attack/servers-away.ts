import { openPostgresServer } from '@millwright/instance/testing/counterparts/postgres-server'
import { openRedisServer } from '@millwright/instance/testing/counterparts/redis-server'
import { type Answer, type Api, recordsOf, signIn } from '../harness/api.ts'
import { firstAdmin, type RunningInstance, type Settings, startInstance } from '../harness/instance.ts'

/** Results of calls while a server that the instance depends on was stopped and restarted several times. */
export interface AwayFigures {
  readonly ends: number
  readonly acknowledged: number
  readonly lost: number
  /** Duration of the longest call, in milliseconds. */
  readonly longestCall: number
  /** Longest time from the server's start to the first successful call. */
  readonly longestReturn: number
  /** Number of responses while the server was down, by status. */
  readonly away: Readonly<Record<string, number>>
  /** Violated expectations, as sentences. */
  readonly broken: readonly string[]
}

/** A server that can be killed as by `kill -9`. */
interface Server {
  crash(): Promise<void>
  start(): Promise<void>
}

/** Makes the call that depends on the server. */
type Call = (writer: number, count: number) => Promise<Answer>

export const writersAway = 6
/** Statements time out after 15 seconds, and waiting for a connection after 5. */
const longestAllowed = 25_000
const longestReturnAllowed = 15_000

/** Kills the PostgreSQL with the instance's own tables while writers add users. */
export async function endPostgres(ends: number): Promise<AwayFigures> {
  const server = await openPostgresServer({ durable: true })
  try {
    return await withInstance({ MILLWRIGHT_DATABASE_URL: server.url }, async (instance, api) => {
      const acknowledged: string[] = []
      const add: Call = async (writer, count) => {
        const name = `w${writer}n${count}`
        const body = { resource: [{ name, email: `${name}@example.com` }] }
        const answer = await api.call('POST', 'system/user', body)
        if (answer.status === 201) acknowledged.push(name)
        return answer
      }
      const figures = await endUnderCalls(server, instance, ends, add)
      const stored = recordsOf(await api.call('GET', 'system/user?fields=name&limit=100000')).map(({ name }) => name)
      const known = new Set(stored)
      const lost = acknowledged.filter((name) => !known.has(name)).length
      return { ...figures, acknowledged: acknowledged.length, lost }
    })
  } finally {
    await server.close()
  }
}

/** Kills the Redis in which limits count while callers make calls that are counted. */
export async function endRedis(ends: number): Promise<AwayFigures> {
  const server = await openRedisServer()
  try {
    return await withInstance({ MILLWRIGHT_REDIS_URL: server.url }, async (instance, api) => {
      const limit = { name: 'wide', type: 'instance', rate: 1_000_000, period: 'day', is_active: true }
      await api.call('POST', 'system/limit', { resource: [limit] })
      await api.call('POST', 'system/user', {
        resource: [{ name: 'Caller', email: 'caller@example.com', password: 'caller-password' }],
      })
      const caller = await signIn(
        instance.url,
        { email: 'caller@example.com', password: 'caller-password' },
        'user/session',
      )
      let passed = 0
      const figures = await endUnderCalls(server, instance, ends, async () => {
        const answer = await caller.call('GET', 'user/profile')
        if (answer.status === 200) passed += 1
        return answer
      })
      return { ...figures, acknowledged: passed, lost: 0 }
    })
  } finally {
    await server.close()
  }
}

async function endUnderCalls(server: Server, instance: RunningInstance, ends: number, call: Call) {
  const away: Record<string, number> = {}
  const broken = new Set<string>()
  let [longestCall, longestReturn, answered] = [0, 0, 0]
  let phase: 'up' | 'ending' | 'away' | 'starting' = 'up'
  let calling = true

  async function timed(writer: number, count: number): Promise<Answer> {
    const since = performance.now()
    const begunIn = phase
    const answer = await call(writer, count)
    longestCall = Math.max(longestCall, performance.now() - since)
    answered += 1
    if (answer.status >= 400 && answer.status !== 503 && answer.status !== 504)
      broken.add(`A call was ${answer.status}.`)
    if (answer.status === 503 && answer.headers.get('retry-after') === null) broken.add('A 503 had no Retry-After.')
    if (begunIn === 'away' && phase === 'away') {
      away[answer.status] = (away[answer.status] ?? 0) + 1
      if (answer.status < 300) broken.add('A call succeeded without the server.')
    }
    return answer
  }
  const write = async (writer: number) => {
    for (let count = 0; calling; count += 1) await timed(writer, count)
  }
  /** Waits until that many more calls were answered, or until the longest allowed time has passed. */
  const answeredMore = async (more: number) => {
    const enough = answered + more
    const since = performance.now()
    while (answered < enough && performance.now() - since < longestAllowed)
      await new Promise((next) => setTimeout(next, 20))
    if (answered < enough) broken.add('Calls hung.')
  }

  const writing = Promise.all(Array.from({ length: writersAway }, (_, writer) => write(writer)))
  for (let end = 0; end < ends; end += 1) {
    await answeredMore(100)
    phase = 'ending'
    await server.crash()
    phase = 'away'
    await answeredMore(writersAway * 2)
    phase = 'starting'
    await server.start()
    const since = performance.now()
    while ((await timed(writersAway, end)).status >= 300 && performance.now() - since < longestReturnAllowed);
    longestReturn = Math.max(longestReturn, performance.now() - since)
    phase = 'up'
  }
  calling = false
  await writing
  if (longestCall > longestAllowed) broken.add(`A call took ${Math.round(longestCall)} ms.`)
  if (longestReturn > longestReturnAllowed) broken.add(`Service took ${Math.round(longestReturn)} ms to return.`)
  const health = await fetch(`${instance.url}/health/ready`).then(
    ({ status }) => status,
    () => 0,
  )
  if (health !== 200) broken.add(`The node was not ready afterwards: ${health}.`)
  return { ends, longestCall, longestReturn, away, broken: [...broken] }
}

async function withInstance(settings: Settings, work: (instance: RunningInstance, api: Api) => Promise<AwayFigures>) {
  await using instance = await startInstance({ ...settings, MILLWRIGHT_LOGIN_FAILURES: '1000000/1, 1000000/1' })
  return await work(instance, await signIn(instance.url, firstAdmin))
}
