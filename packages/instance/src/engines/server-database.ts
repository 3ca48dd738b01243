import { Pool, type PooledConnection, type PoolOptions } from '@millwright/connector/connection-pool'
import type { Catalog, TableName } from '@millwright/connector/engine/catalog'
import type { ServerLimits } from '@millwright/connector/engine/database-settings'
import type { Database, Session } from '@millwright/connector/engine/engine'
import { LostTransaction } from '@millwright/connector/engine/problems'
import type { DatabaseRow, Outcome, Statement } from '@millwright/connector/engine/statement'
import type { Load } from '@millwright/connector/semaphore'
import { currentRequest } from '../platform/tracing/request-context.ts'

interface Options<Connection extends ServerConnection> {
  readonly connect: () => Promise<Connection>
  readonly limits: Pick<ServerLimits, 'poolSize' | 'streams' | 'acquireTimeout' | 'idleTimeout'>
  /** Host and port, for error messages. */
  readonly where: string
  readonly introspect: (session: Session, only?: readonly TableName[]) => Promise<Catalog>
  /** Whether schema changes can be rolled back. */
  readonly transactionalSchema: boolean
}

/** A database on a server. Statements run on pooled connections; streams, which may take long, on connections of their own. */
export class ServerDatabase<Connection extends ServerConnection> implements Database {
  readonly #options: Options<Connection>
  readonly #pool: Pool<Connection>
  readonly #streams: Pool<Connection>
  /** Incremented by schema changes; connections with statements prepared before are told to forget them. */
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
    if (currentRequest()?.readsOnly === true) return await this.#read(statement)
    const lent = this.#lend(this.#pool)
    const connection = lent instanceof Promise ? await lent : lent
    try {
      return await this.#run(connection, statement)
    } finally {
      this.#pool.release(connection)
    }
  }

  /** Takes a connection for exclusive use until it is released; synchronously if one is free. */
  acquire(): Connection | Promise<Connection> {
    return this.#lend(this.#pool)
  }

  release(connection: Connection): void {
    this.#pool.release(connection)
  }

  /** Discards prepared statements on all connections, as after a schema change. */
  forgetStatements(): void {
    this.#shape += 1
  }

  async transaction<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const connection = await this.#lend(this.#pool)
    let open = true
    const session: Session = {
      run: (statement) => {
        if (!open) throw new Error('The transaction has ended')
        return this.#run(connection, statement)
      },
    }
    try {
      await begin(connection)
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

  async changeSchema<T>(work: (session: Session) => Promise<T>): Promise<T> {
    try {
      return await (this.#options.transactionalSchema ? this.transaction(work) : this.session(work))
    } finally {
      this.forgetStatements()
    }
  }

  session<T>(work: (session: Session) => Promise<T>): Promise<T> {
    // Only a transaction can be one in which the server refuses to write.
    return currentRequest()?.readsOnly === true ? this.transaction(work) : this.#exclusively(work)
  }

  async #exclusively<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const connection = await this.#lend(this.#pool)
    try {
      return await work({ run: (statement) => this.#run(connection, statement) })
    } finally {
      this.#pool.release(connection)
    }
  }

  /**
   * Runs reads in a read-only transaction if the server supports it, because functions called by a view, for example, can write
   * too.
   */
  async #read(statement: Statement): Promise<Outcome> {
    const read = () => this.transaction((session) => Promise.resolve(session.run(statement)))
    try {
      return await read()
    } catch (error) {
      // Outside of a transaction, the statement itself can be retried.
      if (error instanceof LostTransaction) return await read()
      throw error
    }
  }

  async *stream(statement: Statement): AsyncIterable<readonly DatabaseRow[]> {
    const connection = await this.#lend(this.#streams)
    try {
      yield* connection.stream(statement, currentRequest()?.readsOnly === true)
    } finally {
      this.#streams.release(connection)
    }
  }

  introspect(only?: readonly TableName[]): Promise<Catalog> {
    // MariaDB tells no columns of views with functions that write where it refuses to write.
    return this.#exclusively((session) => this.#options.introspect(session, only))
  }

  get load(): Load {
    const one = this.#pool.load
    const other = this.#streams.load
    return {
      used: one.used + other.used,
      idle: one.idle + other.idle,
      waiting: one.waiting + other.waiting,
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#pool.close(), this.#streams.close()])
  }

  /** Runs a statement, and cancels it on the server, if possible, when the request is aborted. */
  #run(connection: Connection, statement: Statement): Promise<Outcome> {
    const signal = currentRequest()?.signal
    const { ending = null } = connection
    return signal === undefined || ending === null
      ? connection.run(statement)
      : this.#runUntil(signal, ending, () => connection.run(statement))
  }

  async #runUntil(signal: AbortSignal, cancelStatement: Statement, run: () => Promise<Outcome>): Promise<Outcome> {
    signal.throwIfAborted()
    let ended: Promise<unknown> | null = null
    let again: NodeJS.Timeout | undefined
    // A server ignores a cancellation that arrives before the statement starts, so it is repeated.
    const end = () => {
      ended = this.#onAnother(cancelStatement).catch(() => undefined)
      again = setTimeout(end, cancelInterval)
    }
    signal.addEventListener('abort', end, { once: true })
    try {
      return await run()
    } finally {
      signal.removeEventListener('abort', end)
      clearTimeout(again)
      // Otherwise, the cancellation could hit the next statement on the connection.
      await ended
    }
  }

  async #onAnother(statement: Statement): Promise<void> {
    const connection = await this.#streams.acquire()
    try {
      await connection.run(statement)
    } finally {
      this.#streams.release(connection)
    }
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

/** Milliseconds between two attempts to cancel a statement. */
const cancelInterval = 250

async function begin(connection: ServerConnection): Promise<void> {
  if (currentRequest()?.readsOnly === true && connection.beginReadOnly !== undefined) await connection.beginReadOnly()
  else await connection.begin()
}

/** A connection to a database server, a wrapper of a driver's connection. Throws `Problem`s; connection errors make it unusable. */
export interface ServerConnection extends PooledConnection {
  /** The statement that cancels the running one, to be run on another connection; `null` if there is none. */
  readonly ending?: Statement | null
  /** Runs one statement at a time. */
  run(statement: Statement): Promise<Outcome>
  begin(): Promise<void>
  /** Like `begin`, for a read-only transaction; absent if the server has none. */
  beginReadOnly?(): Promise<void>
  commit(): Promise<void>
  /** Never throws: if the rollback fails, the connection becomes unusable. */
  rollback(): Promise<void>
  /** Yields rows in batches, in a transaction of their own. The cursor is closed when the consumer stops. */
  /** `readsOnly`: the server must refuse to write, if it can. */
  stream(statement: Statement, readsOnly: boolean): AsyncIterable<readonly DatabaseRow[]>
  /** Discards prepared statements. */
  forgetStatements(): Promise<void>
}
