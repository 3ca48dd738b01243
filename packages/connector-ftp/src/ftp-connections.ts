import { Pool } from '@millwright/connector/connection-pool'
import { connectFtp, type FtpConnection } from './ftp-connection.ts'
import { replyOf } from './ftp-problem.ts'
import type { FtpSettings } from './ftp-settings.ts'

/** Milliseconds that a call waits for a connection, and after which an idle connection is closed. */
const patience = 30_000
const idle = 15_000
/** Milliseconds after which an unused connection is checked before it is used again. */
const trusted = 2_000

/**
 * Maximum number of connections by purpose. Copies hold one connection for reading and one for writing, and could deadlock on a
 * single pool. Servers seldom allow more than ten connections per address.
 */
const atOnce = { ask: 2, read: 3, write: 3 } as const

export type Purpose = keyof typeof atOnce

export class FtpConnections {
  readonly #pools: Readonly<Record<Purpose, Pool<FtpConnection>>>
  readonly #used = new WeakMap<FtpConnection, number>()

  constructor(settings: FtpSettings) {
    const pool = (most: number) =>
      new Pool({ connect: () => connectFtp(settings), most, patience, idle, where: `the ${settings.where}` })
    this.#pools = { ask: pool(atOnce.ask), read: pool(atOnce.read), write: pool(atOnce.write) }
  }

  /** Returns a live connection. The caller returns it with `release`. */
  async acquire(purpose: Purpose): Promise<FtpConnection> {
    for (;;) {
      const connection = await this.#pools[purpose].acquire()
      const used = this.#used.get(connection)
      if (used === undefined || Date.now() - used < trusted || (await isThere(connection))) return connection
      connection.client.close()
      this.#pools[purpose].release(connection)
    }
  }

  release(purpose: Purpose, connection: FtpConnection): void {
    this.#used.set(connection, Date.now())
    this.#pools[purpose].release(connection)
  }

  async use<T>(purpose: Purpose, work: (connection: FtpConnection) => Promise<T>): Promise<T> {
    const connection = await this.acquire(purpose)
    try {
      return await work(connection)
    } catch (error) {
      if (replyOf(error) === 421) connection.client.close()
      throw error
    } finally {
      this.release(purpose, connection)
    }
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.#pools).map((pool) => pool.close()))
  }
}

function isThere({ client }: FtpConnection): Promise<boolean> {
  return client.send('NOOP').then(
    () => true,
    () => false,
  )
}
