import { Problem } from '@millwright/contract/problem'
import type { Interceptor } from '../../gateway/interceptor.ts'
import type { Parts } from '../../gateway/parts.ts'
import { createReader } from '../system/reader.ts'
import type { ResourceDeclaration } from '../system/resource.ts'
import type { SystemResource } from '../system/system-resource.ts'
import type { Counters } from './counters.ts'
import { createLimitResource, limitDeclaration } from './limit.ts'
import { createLimitCacheResource } from './limit-cache.ts'
import { createReadUse } from './limit-use.ts'
import { createLimiter, type Exceeded } from './limiter.ts'
import { createMemoryCounters } from './memory-counters.ts'
import { createPostgresCounters } from './postgres-counters.ts'
import { createRedisCounters } from './redis-counters.ts'

interface Limits {
  readonly declaration: ResourceDeclaration
  readonly resources: readonly SystemResource[]
  readonly interceptor: Interceptor
  close(): Promise<void>
}

/** Limits with their counters, resources and what they do to requests. `exceeded` hears of those that are used up. */
export function createLimits(parts: Parts, exceeded: Exceeded): Limits {
  const { store, clock } = parts
  const counters = countersOf(parts)
  const readUse = createReadUse(store, counters, clock)
  const declaration = limitDeclaration(counters, readUse)
  const reader = createReader(declaration, parts)
  const whole = {
    fields: '*',
    related: undefined,
    order: undefined,
    group: undefined,
    filter: undefined,
    filterParams: {},
    lookups: null,
    only: null,
  }

  return {
    declaration,
    resources: [createLimitResource(declaration, parts), createLimitCacheResource({ store, counters, readUse })],
    interceptor: createLimiter({
      store,
      counters,
      clock,
      exceeded,
      records: async (ids) => {
        const found = await reader.many(reader.plan(whole), ids, '')
        return ids.map((id) => ({ ...found.get(id) }))
      },
    }),
    close: () => counters.close(),
  }
}

function countersOf({ config, store }: Pick<Parts, 'config' | 'store'>): Counters {
  if (config.redisUrl !== null) {
    const counters = createRedisCounters(config.redisUrl)
    return config.limitsWhenAway === 'pass' ? passWhenAway(counters) : counters
  }
  return store.engine.store.isShared ? createPostgresCounters(store) : createMemoryCounters()
}

/** Counters that let requests pass which cannot be counted now. */
export function passWhenAway(counters: Counters): Counters {
  return {
    ...counters,
    async hit(hits, now) {
      try {
        return await counters.hit(hits, now)
      } catch (error) {
        if (error instanceof Problem && error.status === 503) return hits.map(() => ({ over: false, until: 0 }))
        throw error
      }
    },
  }
}
