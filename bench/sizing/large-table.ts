import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openPostgresServer } from '@millwright/instance/testing/counterparts/postgres-server'
import pg from 'pg'
import { signIn } from '../../e2e/harness/api.ts'
import { firstAdmin, startInstance } from '../../e2e/harness/instance.ts'
import { type AnswerTime, askAll } from './answer-times.ts'

export interface LargeTable {
  readonly rows: number
  readonly sqlite: readonly AnswerTime[]
  /** `null`: there are no programs of PostgreSQL here. */
  readonly postgres: readonly AnswerTime[] | null
}

/** Bytes of a row on disk in the larger of the two databases, with its indexes and what making them takes. */
const bytesOfRow = 250
const sizes = [100_000_000, 10_000_000] as const

/** Columns besides the ID, as SQL of the number of the row. `text`: makes a text of a number. */
const columns = {
  account: 'n % 1000000',
  kind: "case n % 4 when 0 then 'sale' when 1 then 'return' when 2 then 'transfer' else 'correction' end",
  note: "'movement ' || n",
  amount: 'n % 9973',
  day: 'n / 20000',
} as const

/** What the console asks about a table, and programs. */
const questions = (rows: number): Readonly<Record<string, string>> => {
  const where = (filter: string) => `filter=${encodeURIComponent(filter)}`
  const table = 'large/_table/movement'
  return {
    'tables of the service': 'large/_schema?fields=name',
    'description of the table': 'large/_schema/movement',
    'figures of the tables': 'large/_schema?figures=true',
    'first page': `${table}?limit=100&include_schema=true`,
    'page after 1,000,000 rows': `${table}?limit=100&offset=1000000`,
    'page in the middle': `${table}?limit=100&offset=${rows / 2}`,
    'last page': `${table}?limit=100&offset=${rows - 100}`,
    'last page, from the end': `${table}?limit=100&order=id desc`,
    'page after a key': `${table}?limit=100&order=id&${where(`id > ${rows / 2}`)}`,
    'a record by its ID': `${table}/${rows / 2}`,
    'by an indexed column, first page': `${table}?limit=100&order=account`,
    'by another column, first page': `${table}?limit=100&order=amount`,
    'filter by an indexed column': `${table}?limit=100&${where('account = 4711')}`,
    'filter by another column, many found': `${table}?limit=100&${where('kind = "sale"')}`,
    'filter by another column, none found': `${table}?limit=100&${where('kind = "loan"')}`,
    'search, many found': `${table}?limit=100&${where('note like "%77%"')}`,
    'search, none found': `${table}?limit=100&${where('note like "%nowhere%"')}`,
    'number of rows': `${table}?fields=id&limit=1&include_count=true`,
    'number of rows, estimated': `${table}?count_only=true&estimate=true`,
    'number of rows with an account': `${table}?fields=id&limit=1&include_count=true&${where('account = 4711')}`,
    'rows by kind': `${table}?fields=kind,COUNT(*)&group=kind`,
  }
}

/** Asks about a table of a hundred million rows, or of ten if the disk has no room, in a service on SQLite and in one on PostgreSQL. */
export async function measureLarge(hasPostgres: boolean): Promise<LargeTable> {
  const { bavail, bsize } = statfsSync(tmpdir())
  const rows = sizes.find((each) => each * bytesOfRow < bavail * bsize) ?? sizes[1]
  return { rows, sqlite: await onSqlite(rows), postgres: hasPostgres ? await onPostgres(rows) : null }
}

async function onSqlite(rows: number): Promise<readonly AnswerTime[]> {
  const folder = mkdtempSync(join(tmpdir(), 'millwright-large-'))
  try {
    const database = join(folder, 'large.sqlite')
    fillSqlite(database, rows)
    return await askService({ type: 'sqlite', config: { database } }, rows)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function fillSqlite(file: string, rows: number): void {
  const database = new DatabaseSync(file)
  database.exec(
    'pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -400000; pragma page_size = 8192',
  )
  database.exec(
    'create table movement (id integer primary key, account integer, kind text, note text, amount integer, day integer)',
  )
  const numbers = `with recursive number (n) as (select 1 union all select n + 1 from number where n < ${rows})`
  database.exec(`${numbers} insert into movement select n, ${Object.values(columns).join(', ')} from number`)
  database.exec('create index movement_account on movement (account)')
  database.exec('analyze')
  database.close()
}

async function onPostgres(rows: number): Promise<readonly AnswerTime[]> {
  const server = await openPostgresServer({ durable: false })
  try {
    const client = new pg.Client(server.url)
    await client.connect()
    await client.query(
      'create table movement (id bigint primary key, account int, kind text, note text, amount int, day int)',
    )
    await client.query(
      `insert into movement select n, ${Object.values(columns).join(', ')} from generate_series(1, ${rows}) as number (n)`,
    )
    await client.query('create index movement_account on movement (account)')
    await client.query('vacuum analyze movement')
    await client.end()
    const { hostname, port, username, pathname } = new URL(server.url)
    const config = { host: hostname, port: Number(port), username, database: pathname.slice(1) }
    return await askService({ type: 'pgsql', config }, rows)
  } finally {
    await server.close()
  }
}

async function askService(service: { readonly type: string; readonly config: object }, rows: number) {
  await using instance = await startInstance({ MILLWRIGHT_SAMPLE: '0' })
  const { call } = await signIn(instance.url, firstAdmin)
  const { status } = await call('POST', 'system/service', {
    resource: [{ name: 'large', is_active: true, ...service }],
  })
  if (status !== 201) throw new Error(`Making the service: ${status}`)
  return await askAll(instance, questions(rows))
}
