import { CompiledQuery, type Transaction } from 'kysely'
import { type TableName, type Tables, tableNames } from './tables.ts'

/** The channel of PostgreSQL by which nodes tell each other of changes, and what tells of a migration of the tables. */
export const changesChannel = 'millwright_changes'
export const migrated = 'migrated'

/** Says that committed rows of a table are no longer as they were. New rows are announced with `ids: []`. */
export interface Change {
  readonly table: TableName
  readonly ids: readonly number[] | 'all'
}

/** What is told when it is not known what has changed. */
export const everything: readonly Change[] = tableNames.map((table) => ({ table, ids: 'all' }))

/** Runs statements in a transaction that is not committed yet. */
export interface OpenTransaction {
  all(sql: string, parameters: readonly unknown[]): unknown
}

/**
 * What caches listen to. Announced after the commit, at once in this process; on PostgreSQL other nodes hear it by
 * LISTEN/NOTIFY or by Redis, and a node that cannot hear announces `all` for every table until it can.
 */
export interface Changes {
  /** Announces, after the commit, to this node and to the others. */
  publish(changes: readonly Change[]): Promise<void> | undefined
  /**
   * Has the commit of a transaction announce its changes to the other nodes, which hear of them even if this one dies before it answers.
   * The last statement of the transaction; `publishHere` follows the commit.
   */
  publishIn(transaction: OpenTransaction, changes: readonly Change[]): Promise<void> | undefined
  /** Announces, after the commit, to this node alone. */
  publishHere(changes: readonly Change[]): void
  subscribe(listener: (change: Change) => void): () => void
}

/** Changes within this process: every listener has heard of them when `publish` returns. */
export function localChanges(): Changes {
  const listeners = new Set<(change: Change) => void>()
  function publishHere(changes: readonly Change[]): undefined {
    for (const change of changes) for (const listener of listeners) listener(change)
  }
  return {
    publish: publishHere,
    publishIn: () => undefined,
    publishHere,
    subscribe(listener) {
      const own = (change: Change): void => listener(change)
      listeners.add(own)
      return () => listeners.delete(own)
    },
  }
}

/** A transaction of the query builder as `publishIn` takes it. */
export function transactionStatements(tx: Transaction<Tables>): OpenTransaction {
  return {
    all: (sql, parameters) => tx.executeQuery(CompiledQuery.raw(sql, [...parameters])),
  }
}
