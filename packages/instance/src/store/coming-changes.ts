import type { Change } from './changes.ts'

/** Changes that other nodes have said they are about to commit. */
export interface ComingChanges {
  add(id: string, changes: readonly Change[]): void
  /** They were committed, and were told of as such. */
  remove(id: string): void
  stop(): void
}

/** Milliseconds between two announcements of what may have been committed meanwhile, and after which no transaction is open any more. */
const period = 400
const longest = 60_000

/**
 * Announces what may be committed at any moment again and again, as the node that told of it may die before it tells of the commit. What is
 * not removed was taken back, or is the work of such a node.
 */
export function comingChanges(publish: (changes: readonly Change[]) => void): ComingChanges {
  const coming = new Map<string, { readonly changes: readonly Change[]; readonly until: number }>()
  let timer: NodeJS.Timeout | undefined

  function announce(): void {
    const now = performance.now()
    for (const [id, { changes, until }] of coming) {
      publish(changes)
      if (until < now) coming.delete(id)
    }
    if (coming.size === 0) stop()
  }

  function stop(): void {
    clearInterval(timer)
    timer = undefined
  }

  return {
    add(id, changes) {
      coming.set(id, { changes, until: performance.now() + longest })
      timer ??= setInterval(announce, period).unref()
    },
    remove(id) {
      coming.delete(id)
      if (coming.size === 0) stop()
    },
    stop,
  }
}
