import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import mysql from 'mysql2/promise'
import pg from 'pg'

/** A database with a table `item` with the given number of rows, half of which are active. */
export interface RecordPlace {
  readonly engine: 'sqlite' | 'pgsql' | 'mysql'
  readonly label: string
  /** Configuration of a service for the database. */
  readonly config: Readonly<Record<string, unknown>>
  /** The file or address that the baseline server takes. */
  readonly address: string
  drop(): Promise<void>
}

/** Creates a database in each engine that is available on this machine; logs and skips the others. */
export async function recordPlaces(rows: number): Promise<readonly RecordPlace[]> {
  const places: RecordPlace[] = []
  for (const make of [sqlitePlace, pgsqlPlace, mariadbPlace]) {
    try {
      places.push(await make(rows))
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED')) throw error
      console.error('A database server does not respond.')
    }
  }
  return places
}

const columns = (active: string) =>
  `id integer NOT NULL PRIMARY KEY, name varchar(60) NOT NULL, qty integer NOT NULL, price decimal(10,2), active ${active} NOT NULL, made varchar(20), note text`

const row = (id: string, text: string, active: string) =>
  `SELECT ${id}, ${text}, (${id} % 100000 * 7919) % 1000, (${id} % 5000) / 100.0, ${active}, '2026-11-20 21:50:01', 'A remark of some length about this thing'`

const index = 'CREATE INDEX item_qty ON item (qty)'

/** A file of SQLite. */
export async function sqlitePlace(rows: number): Promise<RecordPlace> {
  const folder = mkdtempSync(join(tmpdir(), 'millwright-bench-'))
  const file = join(folder, 'records.sqlite')
  const database = new DatabaseSync(file)
  database.exec(`pragma journal_mode = wal; CREATE TABLE item (${columns('tinyint(1)')})`)
  database.exec(
    `INSERT INTO item WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${rows}) ${row('n', "'Thing ' || n", 'n % 2')} FROM n`,
  )
  database.exec(index)
  database.close()
  return {
    engine: 'sqlite',
    label: 'SQLite',
    config: { database: file },
    address: file,
    drop: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

const unique = () => `millwright_bench_${process.pid}_${Math.random().toString(36).slice(2, 8)}`

async function pgsqlPlace(rows: number): Promise<RecordPlace> {
  const name = unique()
  const at = (database: string) => `postgres://postgres@127.0.0.1:5432/${database}`
  const execute = async (database: string, ...statements: string[]) => {
    const client = new pg.Client({ connectionString: at(database) })
    await client.connect()
    try {
      for (const statement of statements) await client.query(statement)
    } finally {
      await client.end()
    }
  }
  await execute('postgres', `CREATE DATABASE ${name}`)
  await execute(
    name,
    `CREATE TABLE item (${columns('boolean')})`,
    `INSERT INTO item ${row('n', "'Thing ' || n", 'n % 2 = 1')} FROM generate_series(1, ${rows}) AS n`,
    index,
    'ANALYZE item',
  )
  return {
    engine: 'pgsql',
    label: 'PostgreSQL',
    config: { host: '127.0.0.1', port: 5432, database: name, username: 'postgres', password: '' },
    address: at(name),
    drop: () => execute('postgres', `DROP DATABASE ${name} WITH (FORCE)`),
  }
}

async function mariadbPlace(rows: number): Promise<RecordPlace> {
  const name = unique()
  const server = await mysql.createConnection('mysql://root@127.0.0.1:3306')
  await server.query(`CREATE DATABASE ${name}`)
  await server.query(`CREATE TABLE ${name}.item (${columns('tinyint(1)')})`)
  await server.query(
    `INSERT INTO ${name}.item ${row('seq', "CONCAT('Thing ', seq)", 'seq % 2')} FROM ${name}.seq_1_to_${rows}`,
  )
  await server.query(`CREATE INDEX item_qty ON ${name}.item (qty)`)
  await server.query(`ANALYZE TABLE ${name}.item`)
  return {
    engine: 'mysql',
    label: 'MariaDB',
    config: { host: '127.0.0.1', port: 3306, database: name, username: 'root', password: '' },
    address: `mysql://root@127.0.0.1:3306/${name}`,
    async drop() {
      await server.query(`DROP DATABASE ${name}`)
      await server.end()
    },
  }
}
