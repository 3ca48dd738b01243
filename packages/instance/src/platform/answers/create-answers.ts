import type { Clock } from '../clock.ts'
import type { Config } from '../settings/config.ts'
import type { Answers } from './answers.ts'
import { createMemoryAnswers } from './memory-answers.ts'
import { createRedisAnswers } from './redis-answers.ts'

/** Creates the cache of responses: in the configured Redis, otherwise in memory. `namespace` identifies the instance. */
export function createAnswers({ redisUrl }: Pick<Config, 'redisUrl'>, clock: Clock, namespace: string): Answers {
  return redisUrl === null ? createMemoryAnswers(clock) : createRedisAnswers({ url: redisUrl, namespace, clock })
}
