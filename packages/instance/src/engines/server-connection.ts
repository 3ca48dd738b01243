import type { PooledConnection } from '../platform/connection-pool.ts'
import type { DatabaseRow, Outcome, Statement } from './statement.ts'

/** A connection to a database server, as each driver is wrapped into one. Failures are `Problem`s; those of the line make it unusable. */
export interface ServerConnection extends PooledConnection {
  /** One statement at a time. */
  run(statement: Statement): Promise<Outcome>
  begin(): Promise<void>
  commit(): Promise<void>
  /** Never fails: a connection on which it cannot be done is unusable. */
  rollback(): Promise<void>
  /** Rows in portions, in a transaction of its own; its cursor ends with the reading. */
  stream(statement: Statement): AsyncIterable<readonly DatabaseRow[]>
  /** What was prepared is prepared anew when next needed. */
  forgetStatements(): Promise<void>
}
