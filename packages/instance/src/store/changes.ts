import { CompiledQuery, type Transaction } from 'kysely'
import { type TableName, type Tables, tableNames } from './tables.ts'

/** PostgreSQL channels on which nodes notify each other of changes, and of a migration of the tables. */
export const changesChannel = 'millwright_changes'
export const migrated = 'migrated'

/** Announces that committed rows of a table have changed. New rows are announced with `ids: []`. */
export interface Change {
  readonly table: TableName
  readonly ids: readonly number[] | 'all'
}

/** Announced if it is unknown what has changed. */
export const everything: readonly Change[] = tableNames.map((table) => ({ table, ids: 'all' }))

/** Runs statements in a transaction that is not committed yet. */
export interface OpenTransaction {
  all(sql: string, parameters: readonly unknown[]): unknown
}

/**
 * Change notifications, to which caches subscribe. They are sent after the commit, and synchronously within this process; other nodes
 * receive them by LISTEN/NOTIFY or Redis. A node that cannot receive them announces `all` for every table until it can.
 */
export interface Changes {
  /** Announces committed changes to this node and the others. */
  publish(changes: readonly Change[]): Promise<void> | undefined
  /**
   * Makes the commit of a transaction announce its changes to the other nodes, even if this one dies before it responds. Must be the last
   * statement of the transaction; `publishHere` follows the commit.
   */
  publishIn(transaction: OpenTransaction, changes: readonly Change[]): Promise<void> | undefined
  /** Announces committed changes to this node only. */
  publishHere(changes: readonly Change[]): void
  subscribe(listener: (change: Change) => void): () => void
  /** Why changes of other nodes do not arrive at the moment, as a sentence; `null` if they do. */
  readonly interruption: string | null
}

/** Changes within this process: every listener has run when `publish` returns. */
export function localChanges(): Changes {
  const listeners = new Set<(change: Change) => void>()
  function publishHere(changes: readonly Change[]): undefined {
    for (const change of changes) for (const listener of listeners) listener(change)
  }
  return {
    publish: publishHere,
    publishIn: () => undefined,
    publishHere,
    interruption: null,
    subscribe(listener) {
      const own = (change: Change): void => listener(change)
      listeners.add(own)
      return () => listeners.delete(own)
    },
  }
}

/** Adapts a transaction of the query builder for `publishIn`. */
export function transactionStatements(tx: Transaction<Tables>): OpenTransaction {
  return {
    all: (sql, parameters) => tx.executeQuery(CompiledQuery.raw(sql, [...parameters])),
  }
}

/**
 * Returns a getter for a value that is loaded from the tables on first use and again after a change of one of them; a cached value is
 * returned synchronously. `changed` is called on each invalidation.
 */
export function invalidatedValue<T extends object>(
  changes: Changes,
  tables: readonly TableName[],
  load: () => Promise<T>,
  changed: () => void = () => undefined,
): () => T | Promise<T> {
  let known: T | null = null
  let loading: Promise<T> | null = null
  changes.subscribe(({ table }) => {
    if (!tables.includes(table)) return
    known = null
    loading = null
    changed()
  })
  return () => {
    if (known !== null) return known
    if (loading !== null) return loading
    const started = load().then((loaded) => {
      if (loading === started) known = loaded
      return loaded
    })
    loading = started
    started.catch(() => {
      if (loading === started) loading = null
    })
    return started
  }
}
