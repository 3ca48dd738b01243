import type { Clock } from '../../clock.ts'
import type { AnswerCache, Answers } from './answers.ts'

interface Kept {
  readonly value: unknown
  readonly until: number
  readonly bytes: number
}

const mostBytes = 64 * 1024 * 1024

/** Answers in memory, of this node alone; those used longest ago give way when they are more than `most` bytes. */
export function createMemoryAnswers(clock: Clock, most = mostBytes): Answers {
  const kept = new Map<string, Kept>()
  const states = new Map<number, number>()
  let allChanges = 0
  let total = 0

  function drop(name: string): void {
    total -= kept.get(name)?.bytes ?? 0
    kept.delete(name)
  }

  function get(name: string): unknown {
    const found = kept.get(name)
    if (found === undefined) return undefined
    kept.delete(name)
    if (found.until > clock()) {
      kept.set(name, found)
      return found.value
    }
    total -= found.bytes
    return undefined
  }

  function keep(name: string, value: unknown, seconds: number): void {
    const bytes = 2 * (name.length + JSON.stringify(value).length)
    if (seconds <= 0 || bytes > most / 8) return
    drop(name)
    kept.set(name, { value, bytes, until: clock() + seconds * 1000 })
    total += bytes
    for (const oldest of kept.keys()) {
      if (total <= most) break
      drop(oldest)
    }
  }

  return {
    of: (serviceId): AnswerCache => ({
      find(key) {
        // What was kept in another state is never asked for again, and gives way in time.
        const name = `${serviceId} ${allChanges}.${states.get(serviceId) ?? 0} ${key}`
        return { value: get(name), keep: (value, seconds) => keep(name, value, seconds) }
      },
      outdate: () => void states.set(serviceId, (states.get(serviceId) ?? 0) + 1),
    }),
    outdate(serviceId) {
      if (serviceId !== 'all') return void states.set(serviceId, (states.get(serviceId) ?? 0) + 1)
      allChanges += 1
      kept.clear()
      total = 0
    },
    close: async () => undefined,
  }
}
