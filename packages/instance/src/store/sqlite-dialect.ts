import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { onlyReads, type SqliteValue } from '../engines/sqlite/sqlite-statement.ts'
import type { Outcome } from '../engines/statement.ts'
import type { SqliteEngine } from './sqlite-engine.ts'

/** Kysely on a SqliteEngine. */
export function sqliteDialect(engine: SqliteEngine): Dialect {
  return {
    createDriver: () => new SqliteDriver(engine),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
}

class SqliteDriver implements Driver {
  readonly #engine: SqliteEngine

  constructor(engine: SqliteEngine) {
    this.#engine = engine
  }

  init(): Promise<void> {
    return Promise.resolve()
  }

  acquireConnection(): Promise<DatabaseConnection> {
    return Promise.resolve(new EngineConnection(this.#engine))
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#engine.begin()
    ours(connection).inTransaction = true
  }

  commitTransaction(connection: DatabaseConnection): Promise<void> {
    this.#engine.commit()
    ours(connection).inTransaction = false
    return Promise.resolve()
  }

  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    ours(connection).inTransaction = false
    this.#engine.rollback()
    return Promise.resolve()
  }

  releaseConnection(): Promise<void> {
    return Promise.resolve()
  }

  destroy(): Promise<void> {
    return Promise.resolve()
  }
}

class EngineConnection implements DatabaseConnection {
  inTransaction = false
  readonly #engine: SqliteEngine

  constructor(engine: SqliteEngine) {
    this.#engine = engine
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.inTransaction) return result(this.#engine.run(query.sql, valuesOf(query)))
    if (reads(query)) return { rows: this.#engine.reading(query.sql).all(valuesOf(query)) as R[] }
    return result(await this.#engine.write(query.sql, valuesOf(query)))
  }

  async *streamQuery<R>(query: CompiledQuery, chunkSize = 100): AsyncIterableIterator<QueryResult<R>> {
    const source = this.inTransaction
      ? this.#engine.run(query.sql, valuesOf(query)).rows
      : this.#engine.reader.statement(query.sql).iterate(valuesOf(query))
    let rows: R[] = []
    for (const row of source) {
      rows.push(row as R)
      if (rows.length < chunkSize) continue
      yield { rows }
      rows = []
    }
    if (rows.length > 0) yield { rows }
  }
}

function reads({ query, sql }: CompiledQuery): boolean {
  return query.kind === 'SelectQueryNode' || (query.kind === 'RawNode' && onlyReads(sql))
}

function result<R>({ rows, changes, insertedId }: Outcome): QueryResult<R> {
  const numAffectedRows = BigInt(changes)
  return { rows: rows as R[], numAffectedRows, ...(insertedId !== null && { insertId: BigInt(insertedId) }) }
}

/** Nothing else is bound by the store. */
function valuesOf({ parameters }: CompiledQuery): readonly SqliteValue[] {
  return parameters as readonly SqliteValue[]
}

function ours(connection: DatabaseConnection): EngineConnection {
  if (connection instanceof EngineConnection) return connection
  throw new TypeError('Not a connection of this driver')
}
