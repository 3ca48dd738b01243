import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { unlessAway } from './away.ts'

/** The pool as Kysely wants it, which refuses with 503 when the database is away. */
export function kyselyPool(pool: Pool): PostgresPool {
  return {
    connect: async () => new KyselyClient(await unlessAway(pool.connect())),
    end: () => pool.end(),
  }
}

class KyselyClient implements PostgresPoolClient {
  readonly #client: PoolClient

  constructor(client: PoolClient) {
    this.#client = client
  }

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  query(sql: string | PostgresCursor<unknown>, parameters: readonly unknown[] = []): unknown {
    if (typeof sql !== 'string') throw new TypeError('Rows are not streamed from PostgreSQL')
    return unlessAway(this.#client.query(sql, [...parameters]))
  }

  release(): void {
    this.#client.release()
  }
}
