/**
 * The baseline for record requests: Fastify and a database driver with prepared statements, running the same SQL as the instance,
 * without authentication, access rules or response shaping.
 *
 *   node floor/records.ts sqlite|pgsql|mysql <file or address>
 */
import { DatabaseSync } from 'node:sqlite'
import Fastify from 'fastify'
import mysql from 'mysql2/promise'
import pg from 'pg'

type Run = (name: string, sql: string, values: readonly (string | number)[]) => Promise<unknown[]> | unknown[]

const [engine, address = ''] = process.argv.slice(2)

function open(): Run {
  if (engine === 'sqlite') return sqlite()
  return engine === 'pgsql' ? pgsql() : mariadb()
}

function sqlite(): Run {
  // The instance may still be writing the requests it was last sent.
  const database = new DatabaseSync(address, { timeout: 5000 })
  database.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma cache_size = -131072')
  const statements = new Map<string, ReturnType<DatabaseSync['prepare']>>()
  return (name, sql, values) => {
    const statement = statements.get(name) ?? database.prepare(sql)
    statements.set(name, statement)
    return statement.all(...values)
  }
}

function pgsql(): Run {
  const pool = new pg.Pool({ connectionString: address, max: 10 })
  return async (name, sql, values) => {
    let position = 0
    const text = sql.replace(/\?/g, () => `$${++position}`)
    return (await pool.query({ name, text, values: [...values] })).rows
  }
}

function mariadb(): Run {
  const pool = mysql.createPool({ uri: address, connectionLimit: 10, dateStrings: true })
  return async (_, sql, values) => {
    const [rows] = await pool.execute(sql, values.map(String))
    return rows as unknown[]
  }
}

const run = open()
const columns = 'id, name, qty, price, active, made, note'
const active = engine === 'pgsql' ? 'true' : '1'

const app = Fastify()
app.get<{ Querystring: { qty: string } }>('/item', async ({ query }) => ({
  resource: await run(
    'list',
    `SELECT ${columns} FROM item WHERE qty > ? AND active = ${active} ORDER BY id LIMIT 25 OFFSET 0`,
    [Number(query.qty)],
  ),
}))
app.get<{ Params: { id: string } }>('/item/:id', async ({ params }) => {
  const [row] = await run('one', `SELECT ${columns} FROM item WHERE id = ? AND active = ${active}`, [Number(params.id)])
  return row
})

interface Item {
  readonly id: number
  readonly name: string
  readonly qty: number
  readonly price: number
  readonly active: boolean
  readonly made: string
  readonly note: string
}

app.post<{ Body: { resource: Item[] } }>('/item', async ({ body }) => {
  const [item] = body.resource
  if (item === undefined) throw new Error('Nothing to insert')
  const { id, name, qty, price, made, note } = item
  const values = [id, name, qty, price, made, note]
  await run('insert', `INSERT INTO item (${columns}) VALUES (?, ?, ?, ?, ${active}, ?, ?)`, values)
  return { resource: [{ id }] }
})
app.patch<{ Params: { id: string }; Body: { qty: number } }>('/item/:id', async ({ params, body }) => {
  await run('update', 'UPDATE item SET qty = ? WHERE id = ?', [body.qty, Number(params.id)])
  return { id: Number(params.id) }
})

// The parent process waits for this line.
console.log(`Ready at ${await app.listen({ host: '127.0.0.1', port: 0 })}`)
