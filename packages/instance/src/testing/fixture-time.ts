import { performance } from 'node:perf_hooks'

/** Prepares what many tests need, such as a store, and measures it for `npm test -- --times`. */
export async function timed<T>(kind: string, prepare: () => Promise<T>): Promise<T> {
  const start = performance.now()
  try {
    return await prepare()
  } finally {
    performance.measure(`fixture: ${kind}`, { start })
  }
}
