import { randomBytes } from 'node:crypto'
import { Problem } from '@millwright/contract/problem'
import type { Redis } from 'ioredis'
import { createRedisClient, execPipeline } from '../../../platform/connections/redis.ts'
import type { Count, Counted, Counters, Hit } from './counters.ts'

/** Clears the locks of all users in the hashes. */
const unlockScript = `
for _, key in ipairs(KEYS) do
  for _, field in ipairs(redis.call('HKEYS', key)) do
    if string.sub(field, 1, 7) == 'locked:' then redis.call('HSET', key, field, 0) end
  end
end`

/** Milliseconds. */
const patience = 1000

const named = (key: string) => `millwright:limit:${key}`

/** Counters shared by all nodes with the same Redis. A request that is rejected with 503 because Redis is unreachable is not counted. */
export function createRedisCounters(url: string): Counters {
  const redisHits = createRedisHits(patience)
  const client = createRedisClient({ url, patience, connected: redisHits.connected })
  const run: typeof client.run = (work) => reached(client.run(work))

  return {
    async hit(hits, now) {
      const untils = await run((redis) => {
        const inRedis = hits.map((hit) => ({ ...hit, key: named(hit.key) }))
        return redisHits.count(redis, inRedis, now)
      })
      return untils.map((until): Counted => ({ over: until > now, until }))
    },
    async read(counterKeys, now) {
      const answers = await run((redis) => {
        const reading = redis.pipeline()
        for (const { key, user } of counterKeys)
          reading.hmget(named(key), `hits:${user}`, `ends:${user}`, `locked:${user}`)
        return execPipeline(reading)
      })
      return counterKeys.map((_, at): Count => {
        const [hits, ends, locked] = numbers(answers[at])
        return { hits: ends > now ? hits : 0, locked: locked > now }
      })
    },
    async clear(keys) {
      if (keys.length > 0) await run((redis) => redis.del(keys.map(named)))
    },
    async unlock(keys) {
      if (keys.length > 0) await run((redis) => redis.eval(unlockScript, keys.length, ...keys.map(named)))
    },
    close: client.close,
  }
}

/** Rejects requests whose limits cannot be counted. */
async function reached<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (cause) {
    throw new Problem(503, 'The counters of limits cannot be reached. Please try again.', {
      headers: { 'Retry-After': '1' },
      cause,
    })
  }
}

function numbers(fields: unknown): [hits: number, ends: number, locked: number] {
  const [hits, ends, locked] = Array.isArray(fields) ? fields.map(Number) : []
  return [hits ?? 0, ends ?? 0, locked ?? 0]
}

/**
 * Runs atomically in Redis for all counters of a request. A counter is three fields in the hash of its key, which expires when
 * it is no longer needed; a fourth field holds the last call of a connection that counted there. Returns when the lock of each
 * counter ends, or 0 if the request may pass. Returns an empty list without counting if the deadline has passed.
 */
const countScript = `
local now, deadline, connection, call = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3], ARGV[4]
local time = redis.call('TIME')
if time[1] * 1000 + time[2] / 1000 > deadline then return {} end
local untils = {}
for i, key in ipairs(KEYS) do
  local user, rate, period = ARGV[i * 3 + 2], tonumber(ARGV[i * 3 + 3]), tonumber(ARGV[i * 3 + 4])
  local stored = redis.call('HMGET', key, 'hits:' .. user, 'ends:' .. user, 'locked:' .. user)
  local hits, ends, locked = tonumber(stored[1]) or 0, tonumber(stored[2]) or 0, tonumber(stored[3]) or 0
  if locked > now + period * 2 or ends > now + period * 2 then ends, locked = 0, 0 end
  if locked > now then
    untils[i] = locked
  else
    if ends <= now then hits, ends = 0, now + period end
    if hits < rate then
      hits, locked = hits + 1, 0
    else
      hits, ends, locked = 0, 0, now + period
    end
    redis.call('HSET', key, 'hits:' .. user, hits, 'ends:' .. user, ends, 'locked:' .. user, locked, 'last:' .. connection, call)
    redis.call('PEXPIRE', key, period * 2)
    untils[i] = locked
  end
end
return untils`

/** Undoes the counting of a call whose response was lost, in the windows in which it counted. */
const takeBackScript = `
local now, connection, call = tonumber(ARGV[1]), ARGV[2], tonumber(ARGV[3])
for i, key in ipairs(KEYS) do
  local user, period = ARGV[i * 2 + 2], tonumber(ARGV[i * 2 + 3])
  local stored = redis.call('HMGET', key, 'hits:' .. user, 'ends:' .. user, 'last:' .. connection)
  local hits, ends, last = tonumber(stored[1]) or 0, tonumber(stored[2]) or 0, tonumber(stored[3]) or 0
  if last >= call and hits > 0 and ends > now and ends <= now + period then
    redis.call('HINCRBY', key, 'hits:' .. user, -1)
  end
end`

/** A call without a response, which may have counted. */
interface LostCall {
  readonly connection: string
  readonly call: number
  readonly hits: readonly Hit[]
  readonly now: number
}

/** Maximum number of remembered calls without a response. */
const maxLost = 10_000

/** Creates a counting client. A call without a timely response is undone once Redis is reachable again. */
export function createRedisHits(patience: number) {
  const lost: LostCall[] = []
  let connection = ''
  let calls = 0
  /** SHA-1 of the script in Redis, sent instead of its text. */
  let script = ''
  /** How far the clock of Redis is ahead of the local one, in milliseconds. */
  let ahead = 0

  async function readClock(redis: Redis): Promise<void> {
    const sent = Date.now()
    const [seconds, micros] = await redis.time()
    ahead = Number(seconds) * 1000 + Number(micros) / 1000 - (sent + Date.now()) / 2
  }

  async function takeBack(redis: Redis): Promise<void> {
    for (let each = lost[0]; each !== undefined; each = lost[0]) {
      const values = each.hits.flatMap(({ user, period }) => [user, period])
      const keys = each.hits.map(({ key }) => key)
      await redis.eval(takeBackScript, keys.length, ...keys, each.now, each.connection, each.call, ...values)
      // Only now, so that a failure leaves it and those after it for the next connection.
      lost.shift()
    }
  }

  async function attempt(redis: Redis, hits: readonly Hit[], now: number): Promise<number[]> {
    calls += 1
    const sent: LostCall = { connection, call: calls, hits, now }
    const values = hits.flatMap(({ user, rate, period }) => [user, rate, period])
    const keys = hits.map(({ key }) => key)
    // Reserves half of the time for the response.
    const deadline = Date.now() + ahead + patience / 2
    try {
      const scriptArguments = [hits.length, ...keys, now, deadline, connection, calls, ...values] as const
      const untils = await redis.evalsha(script, ...scriptArguments).catch((error: unknown) => {
        if (isForgotten(error)) return redis.eval(countScript, ...scriptArguments)
        throw error
      })
      return Array.isArray(untils) ? untils.map(Number) : []
    } catch (error) {
      if (lost.length < maxLost) lost.push(sent)
      throw error
    }
  }

  return {
    /** Must be awaited before counting on a new connection. */
    async connected(redis: Redis): Promise<void> {
      connection = randomBytes(6).toString('base64url')
      script = String(await redis.script('LOAD', countScript))
      await readClock(redis)
      await takeBack(redis)
    },
    /** Returns when the lock of each counter ends, or 0 if the request may pass. Rejects if it could not be counted in time. */
    async count(redis: Redis, hits: readonly Hit[], now: number): Promise<number[]> {
      const untils = await attempt(redis, hits, now)
      if (untils.length === hits.length) return untils
      // The clock of Redis was changed, or the call was delayed in transit.
      await readClock(redis)
      const again = await attempt(redis, hits, now)
      if (again.length === hits.length) return again
      throw new Error('The response came too late')
    },
  }
}

/** The script cache of the server was flushed. */
function isForgotten(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('NOSCRIPT')
}
