import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'

/** Milliseconds that one step of reading may take. */
const patience = 60_000
const valuesInStatement = 900

/** The tables of a file in a SQLite database in the temporary folder. DuckDB works on a thread of its own, which ends with the last row. */
export async function loadFile(path, sqlite, refuse) {
  const folder = await mkdtemp(join(tmpdir(), 'millwright-duckdb-'))
  const database = sqlite.open({ database: join(folder, 'tables.sqlite') })
  const close = async () => {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  }
  const worker = new Worker(new URL('./read-file.js', import.meta.url), { workerData: { path } })
  try {
    for (let step = await next(worker); step.end !== true; step = await next(worker)) {
      if (step.failed !== undefined) {
        throw refuse(503, `The service cannot be used now: DuckDB does not read its file: ${step.failed}`)
      }
      if (step.table !== undefined) await make(database, sqlite, step.table)
      else await fill(database, sqlite, step.rows)
    }
    return { database, close }
  } catch (error) {
    await close()
    throw error
  } finally {
    await worker.terminate()
  }
}

async function next(worker) {
  const signal = AbortSignal.timeout(patience)
  const told = once(worker, 'message', { signal })
  worker.postMessage('next')
  const [step] = await told
  return step
}

async function make(database, { dialect: { quote } }, { name, columns }) {
  const list = columns.map((column) => `${quote(column.name)} ${column.type}`)
  await database.changeSchema((session) =>
    session.run({ sql: `CREATE TABLE ${quote(name)} (${list.join(', ')})`, values: [] }),
  )
}

async function fill(database, { dialect: { quote } }, { name, width, values }) {
  const together = Math.max(1, Math.floor(valuesInStatement / width)) * width
  const row = `(${Array(width).fill('?').join(', ')})`
  await database.transaction(async (session) => {
    for (let from = 0; from < values.length; from += together) {
      const some = values.slice(from, from + together)
      const places = Array(some.length / width).fill(row)
      await session.run({ sql: `INSERT INTO ${quote(name)} VALUES ${places.join(', ')}`, values: some })
    }
  })
}
