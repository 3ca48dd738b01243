import type { Pool } from 'pg'
import { lend } from './lent-client.ts'
import type { Statements } from './store.ts'

/** Does the work in one transaction, on a connection that nobody else has meanwhile. */
export async function postgresWrite<T>(pool: Pool, work: (statements: Statements) => Promise<T>): Promise<T> {
  const client = await lend(pool)
  let open = true
  const all = async (sql: string, parameters: readonly unknown[]): Promise<unknown[]> => {
    if (!open) throw new Error('The transaction has ended')
    return (await client.query(sql, parameters)).rows
  }
  try {
    await client.query('begin', [])
    const result = await work({
      all: async <Row>(sql: string, parameters: readonly unknown[]) => (await all(sql, parameters)) as Row[],
      first: async <Row>(sql: string, parameters: readonly unknown[]) =>
        (await all(sql, parameters))[0] as Row | undefined,
    })
    open = false
    await client.query('commit', [])
    return result
  } catch (error) {
    open = false
    await client.rollback()
    throw error
  } finally {
    client.release()
  }
}
