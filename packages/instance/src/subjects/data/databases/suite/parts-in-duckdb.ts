import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { parts } from './parts.ts'

const folder = folderOf('@duckdb/duckdb-wasm')

/** Installed by `npm install --no-save @duckdb/duckdb-wasm`, as it is large. */
export const hasDuckdb = existsSync(folder)

/** Returns an empty text if it is not installed. */
function folderOf(name: string): string {
  try {
    return dirname(createRequire(import.meta.url).resolve(name))
  } catch {
    return ''
  }
}

const columns = {
  no: 'INTEGER',
  name: 'VARCHAR',
  qty: 'INTEGER',
  price: 'DECIMAL(12, 2)',
  ok: 'BOOLEAN',
  made: 'DATE',
  at: 'TIMESTAMP',
  note: 'VARCHAR',
} as const

/** Besides the table, views with which a malicious file could try to read other files. */
const statements = [
  `CREATE TABLE part (${Object.entries(columns).map(([name, type]) => `"${name}" ${type}`)})`,
  ...parts.map((part) => `INSERT INTO part VALUES (${Object.keys(columns).map((name) => literal(part[name]))})`),
  "CREATE VIEW passwd AS SELECT * FROM read_text('/etc/passwd')",
  'FORCE CHECKPOINT',
]

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)
}

const program = `
const { createDuckDB, NODE_RUNTIME, VoidLogger } = require('@duckdb/duckdb-wasm/blocking')
const [file, folder, statements] = process.argv.slice(1)
const of = (name) => ({ mainModule: folder + '/' + name, mainWorker: '' })
async function write() {
  const duckdb = await createDuckDB({ mvp: of('duckdb-mvp.wasm'), eh: of('duckdb-eh.wasm') }, new VoidLogger(), NODE_RUNTIME)
  await duckdb.instantiate(() => {})
  duckdb.open({})
  const connection = duckdb.connect()
  connection.query("ATTACH '" + file + "' AS file")
  connection.query('USE file')
  for (const statement of JSON.parse(statements)) connection.query(statement)
  connection.query('USE memory')
  connection.query('DETACH file')
}
write().then(() => process.exit(0), (error) => { console.error(error); process.exit(1) })
`

/** Creates a database file with the parts, in a separate folder. */
export async function partsAsDuckdb(): Promise<{ readonly file: string; drop(): Promise<void> }> {
  const own = await mkdtemp(join(tmpdir(), 'millwright-duckdb-'))
  const file = join(own, 'parts.duckdb')
  const args = ['-e', program, file, folder, JSON.stringify(statements)]
  await promisify(execFile)(process.execPath, args, { cwd: import.meta.dirname })
  return { file, drop: () => rm(own, { recursive: true, force: true }) }
}
