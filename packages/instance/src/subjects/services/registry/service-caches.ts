import type { Cache, ServiceCaches } from '../../../gateway/ports/service-caches.ts'
import type { ResponseCache } from '../../../platform/answers.ts'
import { createLruCache } from '../../../platform/cache.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Instruments } from '../../../platform/instruments/instruments.ts'
import type { Changes } from '../../../store/changes.ts'

const maxValues = 1_000

export function createCache(clock: Clock, size = maxValues): Cache {
  const values = createLruCache<string, { readonly value: unknown; readonly until: number }>(size)
  return {
    get(key) {
      const found = values.get(key)
      if (found === undefined) return undefined
      if (found.until > clock()) return found.value
      values.delete(key)
      return undefined
    },
    set(key, value, seconds) {
      if (seconds > 0) values.set(key, { value, until: clock() + seconds * 1000 })
    },
    delete: (key) => void values.delete(key),
    clear: () => values.clear(),
  }
}

interface CachesParts {
  readonly changes: Changes
  readonly clock: Clock
  readonly answers: ResponseCache
  readonly instruments: Instruments
}

export function createServiceCaches({ changes, clock, answers, instruments }: CachesParts): ServiceCaches {
  const noted = (cache: string, value: unknown) => {
    instruments.count('millwright_cache_lookups_total', { cache, outcome: value === undefined ? 'miss' : 'hit' })
    return value
  }
  const counted = (name: string, cache: Cache): Cache => ({ ...cache, get: (key) => noted(name, cache.get(key)) })

  const byService = new Map<number, Cache>()
  const scripts = counted('scripts', createCache(clock))

  changes.subscribe(({ table, ids }) => {
    if (table !== 'service') return
    scripts.clear()
    if (ids === 'all') {
      byService.clear()
      void answers.outdate('all')
      return
    }
    for (const id of ids) {
      byService.delete(id)
      void answers.outdate(id)
    }
  })

  return {
    scripts,
    answers(serviceId) {
      const kept = answers.of(serviceId)
      return {
        outdate: kept.outdate,
        find(key) {
          const found = kept.find(key)
          if (found instanceof Promise) void found.then(({ value }) => noted('answers', value))
          else noted('answers', found.value)
          return found
        },
      }
    },
    outdate: answers.outdate,
    of(serviceId) {
      const known = byService.get(serviceId)
      if (known !== undefined) return known
      const made = counted('services', createCache(clock))
      byService.set(serviceId, made)
      return made
    },
  }
}
