import type { Clock } from '../clock.ts'
import type { Config } from '../settings/config.ts'
import type { ResponseCache } from './answers.ts'
import { createMemoryResponseCache } from './memory-answers.ts'
import { createRedisResponseCache } from './redis-answers.ts'

/** Creates the cache of responses: in the configured Redis, otherwise in memory. `namespace` identifies the instance. */
export function createAnswers({ redisUrl }: Pick<Config, 'redisUrl'>, clock: Clock, namespace: string): ResponseCache {
  return redisUrl === null
    ? createMemoryResponseCache(clock)
    : createRedisResponseCache({ url: redisUrl, namespace, clock })
}
