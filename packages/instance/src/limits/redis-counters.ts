import { Problem } from '@millwright/contract/problem'
import type { Redis } from 'ioredis'
import type { Count, Counted, Counters, Hit } from './counters.ts'

/**
 * Runs in the server, one call at a time, for all counters of a request. A counter is three fields of the hash of its key,
 * which goes when none of them matters any more. Answers, for each, when its lock ends; 0 when the request may pass.
 */
const countScript = `
local now = tonumber(ARGV[1])
local untils = {}
for i, key in ipairs(KEYS) do
  local user, rate, period = ARGV[i * 3 - 1], tonumber(ARGV[i * 3]), tonumber(ARGV[i * 3 + 1])
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
    redis.call('HSET', key, 'hits:' .. user, hits, 'ends:' .. user, ends, 'locked:' .. user, locked)
    redis.call('PEXPIRE', key, period * 2)
    untils[i] = locked
  end
end
return untils`

/** Clears the locks of all users in the hashes. */
const unlockScript = `
for _, key in ipairs(KEYS) do
  for _, field in ipairs(redis.call('HKEYS', key)) do
    if string.sub(field, 1, 7) == 'locked:' then redis.call('HSET', key, field, 0) end
  end
end`

/** Milliseconds. */
const patience = 2000

/** Counters that all nodes with the same Redis share. */
export function createRedisCounters(url: string): Counters {
  let connection: Promise<Redis> | null = null
  const connect = () => {
    connection ??= open(url)
    return connection
  }
  const named = (key: string) => `millwright:limit:${key}`

  return {
    async hit(hits, now) {
      const redis = await connect()
      const values = hits.flatMap(({ user, rate, period }) => [user, rate, period])
      const keys = hits.map(({ key }) => named(key))
      const untils = await reached(redis.eval(countScript, hits.length, ...keys, now, ...values))
      return hits.map((_: Hit, at): Counted => {
        const until = Array.isArray(untils) ? Number(untils[at]) : 0
        return { over: until > now, until }
      })
    },
    async read(asked, now) {
      const reading = (await connect()).pipeline()
      for (const { key, user } of asked) reading.hmget(named(key), `hits:${user}`, `ends:${user}`, `locked:${user}`)
      const answers = (await reached(reading.exec())) ?? []
      return asked.map((_, at): Count => {
        const [hits, ends, locked] = numbers(answers[at]?.[1])
        return { hits: ends > now ? hits : 0, locked: locked > now }
      })
    },
    async clear(keys) {
      if (keys.length > 0) await reached((await connect()).del(keys.map(named)))
    },
    async unlock(keys) {
      if (keys.length > 0) await reached((await connect()).eval(unlockScript, keys.length, ...keys.map(named)))
    },
    async close() {
      if (connection !== null) (await connection).disconnect()
    },
  }
}

/** Loaded only where it is configured. */
async function open(url: string): Promise<Redis> {
  const { Redis } = await import('ioredis')
  // A server that hears and does not answer must not keep requests waiting either.
  const redis = new Redis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: 1,
    connectTimeout: patience,
    commandTimeout: patience,
  })
  // Every call that fails says so itself.
  redis.on('error', () => undefined)
  return redis
}

/** A limit that cannot be counted must not be passed. */
async function reached<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch {
    throw new Problem(503, 'The counters of limits cannot be reached. Please try again.')
  }
}

function numbers(fields: unknown): [hits: number, ends: number, locked: number] {
  const [hits, ends, locked] = Array.isArray(fields) ? fields.map(Number) : []
  return [hits ?? 0, ends ?? 0, locked ?? 0]
}
