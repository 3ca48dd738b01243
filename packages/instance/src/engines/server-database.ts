import { Pool, type PoolOptions } from '../platform/connection-pool.ts'
import type { Catalog, TableName } from './catalog.ts'
import type { Database, Session } from './engine.ts'
import type { ServerConnection } from './server-connection.ts'
import type { ServerLimits } from './server-limits.ts'
import type { DatabaseRow, Outcome, Statement } from './statement.ts'

interface Options<Connection extends ServerConnection> {
  readonly connect: () => Promise<Connection>
  readonly limits: ServerLimits
  /** Host and port, as refusals name it. */
  readonly where: string
  readonly introspect: (session: Session, only?: readonly TableName[]) => Promise<Catalog>
  /** Whether changes of the schema can be taken back. */
  readonly transactionalSchema: boolean
}

/** A database on a server: statements on pooled connections; streams, which may take long, on connections of their own. */
export class ServerDatabase<Connection extends ServerConnection> implements Database {
  readonly #options: Options<Connection>
  readonly #pool: Pool<Connection>
  readonly #streams: Pool<Connection>
  /** Counts changes of the schema; connections whose statements are older prepare them anew. */
  #shape = 0
  readonly #shapes = new WeakMap<Connection, number>()

  constructor(options: Options<Connection>) {
    this.#options = options
    const { connect, where, limits } = options
    const shared: Omit<PoolOptions<Connection>, 'most'> = {
      connect,
      where: `the database ${where}`,
      patience: limits.acquireTimeout,
      idle: limits.idleTimeout,
    }
    this.#pool = new Pool({ ...shared, most: limits.poolSize })
    this.#streams = new Pool({ ...shared, most: limits.streams })
  }

  async run(statement: Statement): Promise<Outcome> {
    const connection = await this.#lend(this.#pool)
    try {
      return await connection.run(statement)
    } finally {
      this.#pool.release(connection)
    }
  }

  async transaction<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const connection = await this.#lend(this.#pool)
    let open = true
    const session: Session = {
      run(statement) {
        if (!open) throw new Error('The transaction has ended')
        return connection.run(statement)
      },
    }
    try {
      await connection.begin()
      const result = await work(session)
      open = false
      await connection.commit()
      return result
    } catch (error) {
      open = false
      if (connection.usable) await connection.rollback()
      throw error
    } finally {
      this.#pool.release(connection)
    }
  }

  async reshape<T>(work: (session: Session) => Promise<T>): Promise<T> {
    try {
      return await (this.#options.transactionalSchema ? this.transaction(work) : this.session(work))
    } finally {
      this.#shape += 1
    }
  }

  async session<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const connection = await this.#lend(this.#pool)
    try {
      return await work(connection)
    } finally {
      this.#pool.release(connection)
    }
  }

  async *stream(statement: Statement): AsyncIterable<readonly DatabaseRow[]> {
    const connection = await this.#lend(this.#streams)
    try {
      yield* connection.stream(statement)
    } finally {
      this.#streams.release(connection)
    }
  }

  introspect(only?: readonly TableName[]): Promise<Catalog> {
    return this.session((session) => this.#options.introspect(session, only))
  }

  async close(): Promise<void> {
    await Promise.all([this.#pool.close(), this.#streams.close()])
  }

  #lend(pool: Pool<Connection>): Connection | Promise<Connection> {
    const lent = pool.acquire()
    if (this.#shape === 0) return lent
    return this.#upToDate(pool, lent)
  }

  async #upToDate(pool: Pool<Connection>, lent: Connection | Promise<Connection>): Promise<Connection> {
    const connection = await lent
    if (this.#shapes.get(connection) === this.#shape) return connection
    try {
      await connection.forgetStatements()
    } catch (error) {
      pool.release(connection)
      throw error
    }
    this.#shapes.set(connection, this.#shape)
    return connection
  }
}
