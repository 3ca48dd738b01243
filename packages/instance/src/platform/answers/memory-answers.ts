import { ByteCache } from '../cache.ts'
import type { Clock } from '../clock.ts'
import type { AnswerCache, ResponseCache } from './answers.ts'

const maxBytes = 64 * 1024 * 1024

/** Responses cached in the memory of this node. The least recently used ones are evicted when they exceed `most` bytes. */
export function createMemoryResponseCache(clock: Clock, most = maxBytes): ResponseCache {
  const cache = new ByteCache<unknown>(clock, most)
  const states = new Map<number, number>()
  let allChanges = 0

  function keep(name: string, value: unknown, seconds: number): void {
    const bytes = 2 * (name.length + JSON.stringify(value).length)
    if (seconds > 0 && bytes <= cache.largest) cache.set(name, value, { bytes, seconds })
  }

  return {
    of: (serviceId): AnswerCache => ({
      find(key) {
        // Responses of an earlier state are never found again, and are evicted over time.
        const name = `${serviceId} ${allChanges}.${states.get(serviceId) ?? 0} ${key}`
        return { value: cache.get(name), keep: (value, seconds) => keep(name, value, seconds) }
      },
      outdate: () => void states.set(serviceId, (states.get(serviceId) ?? 0) + 1),
    }),
    outdate(serviceId) {
      if (serviceId !== 'all') return void states.set(serviceId, (states.get(serviceId) ?? 0) + 1)
      allChanges += 1
      cache.clear()
    },
    close: async () => undefined,
  }
}
