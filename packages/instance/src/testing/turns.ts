import { vi } from 'vitest'

/**
 * Counts the turns of the event loop that others get during work, by a clock on which every step takes longer than a turn may: how fast the
 * machine is makes no difference.
 */
export async function turnsDuring(work: () => unknown): Promise<number> {
  let now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 100
    return now
  })
  let turns = 0
  let next = setImmediate(function count() {
    turns += 1
    next = setImmediate(count)
  })
  try {
    await work()
  } finally {
    clearImmediate(next)
    clock.mockRestore()
  }
  return turns
}
