import { stat } from 'node:fs/promises'
import { loadFile } from './load-file.js'

const longest = 512 * 2 ** 20

/** SQLite runs the statements, on a copy of the tables that is made when they are first asked and after the file has changed. */
export function open(_settings, { engines: { sqlite }, refuse }) {
  const readOnly = () => refuse(400, 'Database files of DuckDB are read alone: there is nothing to change here.')
  const refuseWrite = async () => {
    throw readOnly()
  }

  function openFile({ database: path }) {
    let copy = null

    async function current() {
      const { size, mtimeMs } = await stat(path).catch(() => {
        throw refuse(503, 'The service cannot be used now: its file is not there.')
      })
      if (size > longest) throw refuse(413, `The file of the service is longer than ${longest / 2 ** 20} MB.`)
      const log = await stat(`${path}.wal`).catch(() => null)
      const stamp = `${size} ${mtimeMs} ${log?.size} ${log?.mtimeMs}`
      if (copy?.stamp !== stamp) {
        const before = copy
        const made = loadFile(path, sqlite, refuse)
        copy = { stamp, made }
        made.catch(() => {
          if (copy?.made === made) copy = null
        })
        void before?.made.then((old) => old.close()).catch(() => undefined)
      }
      return (await copy.made).database
    }

    const run = async (statement) => {
      if (!/^\s*SELECT\b/i.test(statement.sql)) throw readOnly()
      return (await current()).run(statement)
    }
    return {
      run,
      transaction: refuseWrite,
      changeSchema: refuseWrite,
      session: (work) => work({ run }),
      async *stream(statement) {
        yield* (await current()).stream(statement)
      },
      async introspect(only) {
        const { tables } = await (await current()).introspect(only)
        return { tables: tables.map((table) => ({ ...table, isView: true, source: null })) }
      },
      async close() {
        const made = await copy?.made.catch(() => null)
        await made?.close()
      },
    }
  }

  const schema = {
    ...sqlite.schema,
    plan() {
      throw readOnly()
    },
  }
  return { ...sqlite, name: 'duckdb_file', services: [], schema, store: null, open: openFile }
}
