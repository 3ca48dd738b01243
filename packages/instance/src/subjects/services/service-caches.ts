import type { Cache, ServiceCaches } from '../../gateway/ports/service-caches.ts'
import type { Answers } from '../../platform/answers/answers.ts'
import { createLruCache } from '../../platform/cache.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Changes } from '../../store/changes.ts'

const mostValues = 1_000

export function createCache(clock: Clock, size = mostValues): Cache {
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

export function createServiceCaches(changes: Changes, clock: Clock, answers: Answers): ServiceCaches {
  const byService = new Map<number, Cache>()
  const scripts = createCache(clock)

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
    answers: answers.of,
    outdate: answers.outdate,
    of(serviceId) {
      const known = byService.get(serviceId)
      if (known !== undefined) return known
      const made = createCache(clock)
      byService.set(serviceId, made)
      return made
    },
  }
}
