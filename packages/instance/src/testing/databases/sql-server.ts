import { randomUUID } from 'node:crypto'
import { sqlServerEngine } from '../../engines/sqlserver/sqlserver-engine.ts'
import { listensOn } from '../counterparts/running-program.ts'
import type { EmptyDatabase } from './test-engines.ts'

/** A server for tests on the default port of SQL Server; the variable contains its administrator's password. */
const server = {
  host: '127.0.0.1',
  port: 1433,
  username: 'sa',
  password: process.env.MILLWRIGHT_TEST_SQLSERVER ?? '',
}

export const sqlServerAnswers = await listensOn(server.port)

/** Creates an empty database. */
export async function createOnSqlServer(): Promise<EmptyDatabase> {
  const database = `millwright_test_${randomUUID().replaceAll('-', '')}`
  await onServer(`CREATE DATABASE ${database}`)
  return {
    config: { ...server, database },
    drop: () =>
      onServer(`ALTER DATABASE ${database} SET SINGLE_USER WITH ROLLBACK IMMEDIATE; DROP DATABASE ${database}`),
  }
}

async function onServer(sql: string): Promise<void> {
  const database = sqlServerEngine.open({ ...server, database: 'master' })
  try {
    await database.run({ sql, values: [] })
  } finally {
    await database.close()
  }
}
