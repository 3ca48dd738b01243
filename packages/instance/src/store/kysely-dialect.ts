import type { BoundValue, MaybePromise, Outcome, Statement } from '@millwright/connector/engine/statement'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely'

/** A connection that is lent to the query builder until released. */
export interface PooledConnection {
  /** `reads`: the statement is known to be read-only. */
  run(statement: Statement, reads: boolean): MaybePromise<Outcome>
  begin(settings: TransactionSettings): MaybePromise<void>
  commit(): MaybePromise<void>
  /** Never fails because the connection is lost. */
  rollback(): MaybePromise<void>
  release(): void
}

type Lend = () => MaybePromise<PooledConnection>

/** Kysely dialects on connections of an engine, which already speak its SQL. */
export const kyselyDialects = {
  postgres: (lend: Lend): Dialect => ({
    createDriver: () => driverOn(lend),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  }),
  sqlite: (lend: Lend): Dialect => ({
    createDriver: () => driverOn(lend),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }),
}

function driverOn(lend: Lend): Driver {
  return {
    init: async () => undefined,
    acquireConnection: async () => new Connection(await lend()),
    beginTransaction: async (connection, settings) => ours(connection).lent.begin(settings),
    commitTransaction: async (connection) => ours(connection).lent.commit(),
    rollbackTransaction: async (connection) => ours(connection).lent.rollback(),
    releaseConnection: async (connection) => ours(connection).lent.release(),
    destroy: async () => undefined,
  }
}

class Connection implements DatabaseConnection {
  readonly lent: PooledConnection

  constructor(lent: PooledConnection) {
    this.lent = lent
  }

  async executeQuery<R>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<R>> {
    // The store binds nothing else.
    const values = parameters as readonly BoundValue[]
    const { rows, changes, insertedId } = await this.lent.run({ sql, values }, query.kind === 'SelectQueryNode')
    const numAffectedRows = BigInt(changes)
    return { rows: rows as R[], numAffectedRows, ...(insertedId !== null && { insertId: BigInt(insertedId) }) }
  }

  streamQuery(): never {
    throw new TypeError('Rows of the store are not streamed')
  }
}

function ours(connection: DatabaseConnection): Connection {
  if (connection instanceof Connection) return connection
  throw new TypeError('Not a connection of this driver')
}
