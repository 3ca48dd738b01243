import { Problem } from '@millwright/contract/problem'
import type { Clock } from '../../clock.ts'
import type { KeyValues } from './key-values.ts'

interface Kept {
  readonly value: string
  readonly until: number
  readonly bytes: number
}

const mostBytes = 64 * 1024 * 1024

/** Values in memory, of this node alone; those written longest ago give way when they are more than `most` bytes. */
export function createMemoryKeyValues(clock: Clock, most = mostBytes): KeyValues {
  const kept = new Map<string, Kept>()
  let total = 0

  function drop(key: string): void {
    total -= kept.get(key)?.bytes ?? 0
    kept.delete(key)
  }

  function find(key: string): string | null {
    const found = kept.get(key)
    if (found === undefined) return null
    if (found.until > clock()) return found.value
    drop(key)
    return null
  }

  function put(key: string, value: string, seconds: number | null): void {
    const bytes = 2 * (key.length + value.length)
    if (bytes > most / 8) throw new Problem(413, 'The value is larger than this cache keeps.')
    drop(key)
    kept.set(key, { value, bytes, until: seconds === null ? Number.POSITIVE_INFINITY : clock() + seconds * 1000 })
    total += bytes
    for (const oldest of kept.keys()) {
      if (total <= most) break
      drop(oldest)
    }
  }

  return {
    get: async (key) => find(key),
    set: async (key, value, seconds) => put(key, value, seconds),
    async add(key, value, seconds) {
      if (find(key) !== null) return false
      put(key, value, seconds)
      return true
    },
    async take(key) {
      const found = find(key)
      drop(key)
      return found
    },
    async close() {
      kept.clear()
      total = 0
    },
  }
}
