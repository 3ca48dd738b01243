import type { TableName } from './tables.ts'

/** The channel of PostgreSQL by which nodes tell each other of changes, and what tells of a migration of the tables. */
export const changesChannel = 'millwright_changes'
export const migrated = 'migrated'

/** Says that committed rows of a table are no longer as they were. New rows are announced with `ids: []`. */
export interface Change {
  readonly table: TableName
  readonly ids: readonly number[] | 'all'
}

/**
 * What caches listen to. Announced after the commit, at once in this process; on PostgreSQL other nodes hear it by
 * LISTEN/NOTIFY, and a node that cannot listen announces `all` for every table until it can.
 */
export interface Changes {
  publish(changes: readonly Change[]): Promise<void> | undefined
  subscribe(listener: (change: Change) => void): () => void
}

/** Changes within this process: every listener has heard of them when `publish` returns. */
export function localChanges(): Changes {
  const listeners = new Set<(change: Change) => void>()
  return {
    publish(changes) {
      for (const change of changes) for (const listener of listeners) listener(change)
      return undefined
    },
    subscribe(listener) {
      const own = (change: Change): void => listener(change)
      listeners.add(own)
      return () => listeners.delete(own)
    },
  }
}
