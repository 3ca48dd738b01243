import { Problem } from '@millwright/contract/problem'
import type { Load } from './semaphore.ts'

/** What a pool needs of a connection. */
export interface PooledConnection {
  /** `false` if the connection is broken and must not be used again. */
  readonly usable: boolean
  end(): Promise<void>
}

export interface PoolOptions<Connection extends PooledConnection> {
  /** Rejects with a `Problem` if no connection can be opened within its own timeout. */
  readonly connect: () => Promise<Connection>
  /** Maximum number of connections. */
  readonly most: number
  /** Milliseconds to wait for a connection in use. */
  readonly patience: number
  /** Milliseconds after which an idle connection is closed. */
  readonly idle: number
  /** What the connections are for, in error messages: `the database localhost:5432`. */
  readonly where: string
}

/** A connection pool. Connections are opened on demand, used exclusively and then reused; broken ones are replaced. */
export class Pool<Connection extends PooledConnection> {
  readonly #options: PoolOptions<Connection>
  readonly #free: Lent<Connection>[] = []
  readonly #waiting: Waiter<Connection>[] = []
  #count = 0
  #closed = false
  #sweeper: NodeJS.Timeout | null = null
  #emptied: (() => void) | null = null

  constructor(options: PoolOptions<Connection>) {
    this.#options = options
  }

  get load(): Load {
    return { used: this.#count - this.#free.length, idle: this.#free.length, waiting: this.#waiting.length }
  }

  /** Synchronous if a connection is free. Every acquired connection must be returned with `release`. */
  acquire(): Connection | Promise<Connection> {
    if (this.#closed) throw new Problem(503, 'The service was changed in the meantime. Please try again.')
    for (let lent = this.#free.pop(); lent !== undefined; lent = this.#free.pop()) {
      if (lent.connection.usable) return lent.connection
      this.#drop(lent.connection)
    }
    return this.#count < this.#options.most ? this.#connect() : this.#wait()
  }

  release(connection: Connection): void {
    if (!connection.usable || this.#closed) {
      this.#drop(connection)
      return
    }
    const waiter = this.#waiting.shift()
    if (waiter === undefined) {
      this.#free.push({ connection, since: Date.now() })
      this.#sweepSoon()
      return
    }
    clearTimeout(waiter.timer)
    waiter.resolve(connection)
  }

  /** Resolves when every connection is released and closed. */
  async close(): Promise<void> {
    this.#closed = true
    if (this.#sweeper !== null) clearTimeout(this.#sweeper)
    for (const { connection } of this.#free.splice(0)) this.#drop(connection)
    if (this.#count > 0) {
      await new Promise<void>((resolve) => {
        this.#emptied = resolve
      })
    }
  }

  async #connect(): Promise<Connection> {
    this.#count += 1
    try {
      return await this.#options.connect()
    } catch (error) {
      this.#gone()
      throw error
    }
  }

  #wait(): Promise<Connection> {
    const { patience, where, most } = this.#options
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1)
        reject(
          new Problem(503, `All ${most} connections to ${where} are in use. Please try again.`, {
            headers: { 'Retry-After': '1' },
          }),
        )
      }, patience)
      const waiter: Waiter<Connection> = { resolve, reject, timer }
      this.#waiting.push(waiter)
    })
  }

  /** Serves the next waiting caller, for whom a broken connection made room. */
  #serve(): void {
    if (this.#count >= this.#options.most) return
    const waiter = this.#waiting.shift()
    if (waiter === undefined) return
    clearTimeout(waiter.timer)
    this.#connect().then(waiter.resolve, waiter.reject)
  }

  #drop(connection: Connection): void {
    connection.end().then(
      () => this.#gone(),
      () => this.#gone(),
    )
  }

  #gone(): void {
    this.#count -= 1
    this.#serve()
    if (this.#count === 0) this.#emptied?.()
  }

  #sweepSoon(): void {
    if (this.#sweeper !== null) return
    this.#sweeper = setTimeout(() => {
      this.#sweeper = null
      const oldest = Date.now() - this.#options.idle
      while (this.#free[0] !== undefined && this.#free[0].since <= oldest) {
        const [lent] = this.#free.splice(0, 1)
        if (lent !== undefined) this.#drop(lent.connection)
      }
      if (this.#free.length > 0) this.#sweepSoon()
    }, this.#options.idle)
    this.#sweeper.unref()
  }
}

interface Lent<Connection> {
  readonly connection: Connection
  readonly since: number
}

interface Waiter<Connection> {
  readonly resolve: (connection: Connection) => void
  readonly reject: (error: unknown) => void
  readonly timer: NodeJS.Timeout
}
