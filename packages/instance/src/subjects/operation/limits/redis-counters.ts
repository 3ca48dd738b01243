import { Problem } from '@millwright/contract/problem'
import { createRedisClient, execPipeline } from '../../../platform/connections/redis.ts'
import type { Count, Counted, Counters } from './counters.ts'
import { createRedisHits } from './redis-hits.ts'

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
    async read(asked, now) {
      const answers = await run((redis) => {
        const reading = redis.pipeline()
        for (const { key, user } of asked) reading.hmget(named(key), `hits:${user}`, `ends:${user}`, `locked:${user}`)
        return execPipeline(reading)
      })
      return asked.map((_, at): Count => {
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
