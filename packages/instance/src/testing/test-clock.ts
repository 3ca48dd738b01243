import type { Clock } from '../platform/clock.ts'

/** A clock that only moves when a test moves it. */
export interface TestClock extends Clock {
  advance(seconds: number): void
}

export function testClock(start = Date.UTC(2026, 0, 2, 3, 4, 5)): TestClock {
  let now = start
  const advance = (seconds: number) => {
    now += seconds * 1000
  }
  return Object.assign(() => now, { advance })
}
