import type { Problem } from '@millwright/contract/problem'
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type { Pool, PoolClient, QueryResult } from 'pg'
import { awayProblem, unlessAway } from './away.ts'

/** A connection of the pool that nobody else has until it is released. Failures to reach the database are refusals with 503. */
export class LentClient implements PostgresPoolClient {
  readonly #client: PoolClient
  /** Why the connection is of no use any more. */
  #lost: Problem | null = null
  #usable = true

  constructor(client: PoolClient) {
    this.#client = client
  }

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R> & Pick<QueryResult, 'rows'>>
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  query(sql: string | PostgresCursor<unknown>, parameters: readonly unknown[] = []): unknown {
    if (typeof sql !== 'string') throw new TypeError('Rows are not streamed from PostgreSQL')
    return this.#ask(sql, parameters)
  }

  /** Takes a transaction back. Never fails: where it cannot be done, the server does it when the connection ends. */
  async rollback(): Promise<void> {
    await this.#ask('rollback', []).catch(() => {
      this.#usable = false
    })
  }

  /** A connection that is lost, or that did not answer in time, leaves the pool. */
  release(): void {
    this.#client.release(this.#lost !== null || !this.#usable)
  }

  /** After a first failure of the connection nobody waits for another one. */
  async #ask(sql: string, parameters: readonly unknown[]): Promise<QueryResult> {
    if (this.#lost !== null) throw this.#lost
    try {
      return await this.#client.query(sql, [...parameters])
    } catch (error) {
      this.#lost = awayProblem(error)
      throw this.#lost ?? error
    }
  }
}

export async function lend(pool: Pool): Promise<LentClient> {
  return new LentClient(await unlessAway(pool.connect()))
}

/** The pool as Kysely wants it. */
export function kyselyPool(pool: Pool): PostgresPool {
  return { connect: () => lend(pool), end: () => pool.end() }
}
