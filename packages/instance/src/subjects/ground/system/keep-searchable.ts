import type { Parts } from '../../../gateway/parts.ts'
import { createIndexing } from '../../../records/system/search.ts'
import { ignoreUnavailable } from '../../../store/store-problems.ts'

/** Milliseconds after a change until texts are indexed, unless there is much to do. */
const usualPause = 10_000
/** Milliseconds between parts of much to do, at least; they are as long as the part before. */
const shortPause = 10

/** Keeps the indexes of texts up to date, in the background and in parts. */
export function keepSearchable({ store, background }: Pick<Parts, 'store' | 'background'>): { close(): Promise<void> } {
  const indexings = createIndexing(store)
  let [timer, closed]: [NodeJS.Timeout | undefined, boolean] = [undefined, indexings.length === 0]

  async function index(): Promise<void> {
    let more = false
    const started = performance.now()
    try {
      for (const each of indexings) if (!closed && (await each())) more = true
    } finally {
      timer = undefined
    }
    if (more) startAfter(Math.max(shortPause, performance.now() - started))
  }

  function startAfter(pause: number): void {
    if (closed) return
    timer ??= setTimeout(
      () => background.start('Indexing texts', () => index().catch(ignoreUnavailable)),
      pause,
    ).unref()
  }

  store.changes.subscribe(() => startAfter(usualPause))
  startAfter(usualPause)
  return {
    async close() {
      closed = true
      clearTimeout(timer)
      await background.idle()
    },
  }
}
