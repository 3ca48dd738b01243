import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'

const require = createRequire(import.meta.url)
const { createDuckDB, NODE_RUNTIME, VoidLogger } = require('@duckdb/duckdb-wasm/blocking')

/** How a type is kept, and how its values are read; the first that fits. */
const families = [
  [/^U?(TINYINT|SMALLINT|INTEGER)$|^BIGINT$/, () => 'integer', (column) => `CAST(${column} AS BIGINT)`],
  [/^DECIMAL/, (type) => type.toLowerCase(), (column) => `CAST(${column} AS VARCHAR)`],
  [/^(DOUBLE|FLOAT)$/, () => 'double', (column) => `CAST(${column} AS DOUBLE)`],
  [/^BOOLEAN$/, () => 'boolean', (column) => column],
  [/^BLOB$/, () => 'blob', (column) => column],
  [/^DATE$/, () => 'date', (column) => `CAST(${column} AS VARCHAR)`],
  [/^TIMESTAMP/, () => 'datetime', (column) => `CAST(${column} AS VARCHAR)`],
  [/^TIME/, () => 'time', (column) => `CAST(${column} AS VARCHAR)`],
  [/^/, () => 'text', (column) => `CAST(${column} AS VARCHAR)`],
]

const quote = (name) => `"${name.replaceAll('"', '""')}"`

/** A value as SQLite keeps it. */
function kept(value) {
  if (typeof value === 'boolean') return value ? 1 : 0
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : (value ?? null)
}

async function connect() {
  const of = (name) => ({ mainModule: join(dirname(require.resolve('@duckdb/duckdb-wasm')), name), mainWorker: '' })
  const bundles = { mvp: of('duckdb-mvp.wasm'), eh: of('duckdb-eh.wasm') }
  const duckdb = await createDuckDB(bundles, new VoidLogger(), NODE_RUNTIME)
  await duckdb.instantiate(() => {})
  duckdb.registerFileBuffer('file.duckdb', new Uint8Array(readFileSync(workerData.path)))
  // What was written since the last checkpoint.
  const log = `${workerData.path}.wal`
  if (existsSync(log)) duckdb.registerFileBuffer('file.duckdb.wal', new Uint8Array(readFileSync(log)))
  duckdb.open({})
  const connection = duckdb.connect()
  connection.query("ATTACH 'file.duckdb' AS file (READ_ONLY)")
  // A file is data that anybody may have made: nothing in it reads other files.
  connection.query('SET enable_external_access = false')
  connection.query('SET lock_configuration = true')
  return connection
}

function tablesOf(connection) {
  const found = connection.query(
    `SELECT schema_name AS place, table_name AS name, column_name AS field, data_type AS type FROM duckdb_columns()
     WHERE database_name = 'file' AND (schema_name, table_name) IN
       (SELECT (schema_name, table_name) FROM duckdb_tables() WHERE database_name = 'file')
     ORDER BY 1, 2, column_index`,
  )
  return Map.groupBy(found.toArray(), ({ place, name }) => (place === 'main' ? name : `${place}.${name}`))
}

async function* steps(connection) {
  for (const [name, fields] of tablesOf(connection)) {
    const read = fields.map(({ field, type }) => {
      const [, typed, valued] = families.find(([pattern]) => pattern.test(type))
      return { name: field, type: typed(type), value: valued(quote(field)) }
    })
    yield { table: { name, columns: read.map(({ name: column, type }) => ({ name: column, type })) } }
    const values = read.map(({ value }, at) => `${value} AS c${at}`)
    const from = `file.${quote(fields[0].place)}.${quote(fields[0].name)}`
    for (const batch of await connection.send(`SELECT ${values.join(', ')} FROM ${from}`)) {
      const rows = batch.toArray().flatMap((row) => read.map((_, at) => kept(row[`c${at}`])))
      if (rows.length > 0) yield { rows: { name, width: read.length, values: rows } }
    }
  }
}

let reading = null

parentPort.on('message', async () => {
  try {
    reading ??= steps(await connect())
    const { value, done } = await reading.next()
    parentPort.postMessage(done === true ? { end: true } : value)
  } catch (error) {
    parentPort.postMessage({ failed: String(error.message).split('\n')[0].slice(0, 300) })
  }
})
