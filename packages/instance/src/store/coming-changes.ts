import type { Change } from './changes.ts'

/** Changes that other nodes have announced before committing them. */
export interface AnnouncedChanges {
  add(id: string, changes: readonly Change[]): void
  /** Called when they were committed and announced as such. */
  remove(id: string): void
  stop(): void
}

/** Milliseconds between announcements of possibly committed changes, and after which no transaction can still be open. */
const period = 400
const longest = 60_000

/**
 * Repeatedly announces changes that may be committed at any moment, since the node may die between its commit and the announcement.
 * Changes that are never removed were rolled back, or belong to such a node.
 */
export function comingChanges(publish: (changes: readonly Change[]) => void): AnnouncedChanges {
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
