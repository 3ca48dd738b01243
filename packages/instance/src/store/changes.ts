import type { TableName } from './tables.ts'

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
  publish(changes: readonly Change[]): Promise<void>
  subscribe(listener: (change: Change) => void): () => void
}
