import { Problem } from '@millwright/contract/problem'

/**
 * Runs at most `width` jobs at once and lets at most `depth` wait, in the order in which they came; refuses more with 429,
 * so that a flood of costly jobs takes neither all threads nor all memory.
 */
export function createWorkQueue(width: number, depth: number): <T>(job: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0

  function next(): void {
    const start = waiting.shift()
    if (start === undefined) running -= 1
    else start()
  }

  return async (job) => {
    if (running < width) running += 1
    else if (waiting.length < depth) await new Promise<void>((start) => waiting.push(start))
    else throw new Problem(429, 'Too many people are signing in at this moment. Try again.', tryAgain)
    try {
      return await job()
    } finally {
      next()
    }
  }
}

const tryAgain = { headers: { 'Retry-After': '1' } }
