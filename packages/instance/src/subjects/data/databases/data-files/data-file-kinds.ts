import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { numberSetting, textSetting } from '@millwright/connector/config-values'
import type { Database, Engine, Session } from '@millwright/connector/engine/engine'
import type { BoundValue, Statement } from '@millwright/connector/engine/statement'
import { type FileStorage, joined, pathNames } from '@millwright/connector/files/file-storage'
import { Problem } from '@millwright/contract/problem'
import { duckdbConfig } from '@millwright/contract/service-config/further-database'
import { sqliteEngine } from '../../../../engines/sqlite/sqlite-engine.ts'
import { type ServiceKind, type ServiceParts, serviceKind } from '../../../../gateway/service-kind.ts'
import { Yielder } from '../../../../platform/yielder.ts'
import { createDatabaseService } from '../database-service.ts'
import type { DataColumn, DataFile, DataType } from './columns.ts'
import { columnsOfFile, kindOfFile, rowsOfFile } from './data-file.ts'

interface Place {
  storage(): Promise<FileStorage>
  readonly folder: string
}

interface Table {
  /** Version of the file when its columns were read. */
  readonly stamp: string
  readonly file: DataFile
  readonly columns: readonly DataColumn[]
  /** Loading of its rows; `null`: not requested yet. */
  rows: Promise<void> | null
}

const maxTables = 1_000

/**
 * Opens the files of a folder as read-only tables. Rows are copied to a SQLite database in the temporary folder when a table is first
 * queried, and again after its file has changed.
 */
function openDataFiles({ storage, folder }: Place): Database {
  const tables = new Map<string, Table>()
  let inside: { readonly folder: string; readonly database: Database } | null = null
  let opening: Promise<Database> | null = null

  const opened = (): Promise<Database> => {
    opening ??= mkdtemp(join(tmpdir(), 'millwright-data-files-')).then((temporary) => {
      const database = sqliteEngine.open({ database: join(temporary, 'tables.sqlite') })
      inside = { folder: temporary, database }
      return database
    })
    return opening
  }

  /** Creates tables for new and changed files, and drops those of deleted ones. */
  async function look(): Promise<void> {
    const database = await opened()
    const kept = await storage()
    const entries = (await kept.list(folder)) ?? []
    const files = entries.filter(({ type, name }) => type === 'file' && kindOfFile(name) !== null)
    if (files.length > maxTables) throw new Problem(503, `The folder of the service has more than ${maxTables} files.`)
    const names = tableNames(files.map(({ name }) => name))
    for (const name of [...tables.keys()].filter((each) => !names.has(each))) await forget(database, name)
    for (const { name: fileName, size, modified } of files) {
      const name = [...names].find(([, each]) => each === fileName)?.[0] ?? fileName
      const stamp = `${size} ${modified} ${fileName}`
      if (tables.get(name)?.stamp === stamp) continue
      const file = { storage: kept, path: joined(folder, fileName), size }
      const columns = await columnsOfFile(file).catch((error: unknown) => {
        // An unreadable file does not hide the others.
        if (error instanceof Problem && error.status < 500) return []
        throw error
      })
      await forget(database, name)
      if (columns.length === 0) continue
      await make(database, name, columns)
      tables.set(name, { stamp, file, columns, rows: null })
    }
  }

  async function forget(database: Database, name: string): Promise<void> {
    tables.delete(name)
    await database.run({ sql: `DROP TABLE IF EXISTS ${sqliteEngine.dialect.quote(name)}`, values: [] })
  }

  /** Returns the database once all tables named by a statement have their rows. */
  async function ready({ sql }: Statement): Promise<Database> {
    if (!/^\s*SELECT\b/i.test(sql)) throw readOnly()
    const database = await opened()
    const matches = [...tables].filter(([name]) => sql.includes(sqliteEngine.dialect.quote(name)))
    for (const [name, table] of matches) {
      const now = await table.file.storage.find(table.file.path)
      if (now === null || `${now.size} ${now.modified} ${now.name}` !== table.stamp) await look()
      const current = tables.get(name)
      if (current === undefined) continue
      current.rows ??= fill(database, name, current)
      const rows = current.rows
      await rows.catch((error: unknown) => {
        if (current.rows === rows) current.rows = null
        throw error
      })
    }
    return database
  }

  const run: Session['run'] = async (statement) => (await ready(statement)).run(statement)
  const refuse = async () => {
    throw readOnly()
  }
  return {
    run,
    transaction: refuse,
    changeSchema: refuse,
    session: (work) => work({ run }),
    async *stream(statement) {
      yield* (await ready(statement)).stream(statement)
    },
    async introspect(only) {
      await look()
      const { tables: found } = await (await opened()).introspect(only)
      return { tables: found.map((table) => ({ ...table, isView: true, refusesWrites: true, source: null })) }
    },
    async close() {
      await opening?.catch(() => undefined)
      await inside?.database.close()
      if (inside !== null) await rm(inside.folder, { recursive: true, force: true })
    },
  }
}

const readOnly = () => new Problem(400, 'Data files are read-only.')

/** Returns files by table name: the file name without its extension, as far as these are unique. */
function tableNames(files: readonly string[]): Map<string, string> {
  const plain = (name: string) => name.replace(/\.[a-z]+$/i, '')
  const counts = Map.groupBy(files, (name) => plain(name).toLowerCase())
  return new Map(
    files.map((name) => [(counts.get(plain(name).toLowerCase())?.length ?? 0) > 1 ? name : plain(name), name]),
  )
}

async function make(database: Database, name: string, columns: readonly DataColumn[]): Promise<void> {
  const { quote } = sqliteEngine.dialect
  const list = columns.map((column) => `${quote(column.name)} ${column.type}`)
  await database.changeSchema(async (session) =>
    session.run({ sql: `CREATE TABLE ${quote(name)} (${list.join(', ')})`, values: [] }),
  )
}

const valuesInStatement = 900

async function fill(database: Database, name: string, { file, columns }: Table): Promise<void> {
  const { quote } = sqliteEngine.dialect
  await database.run({ sql: `DELETE FROM ${quote(name)}`, values: [] })
  const together = Math.max(1, Math.floor(valuesInStatement / columns.length))
  const yielder = new Yielder()
  for await (const rows of rowsOfFile(file)) {
    // SQLite answers without a turn of the event loop.
    await yielder.step()
    await database.transaction(async (session) => {
      for (let from = 0; from < rows.length; from += together) {
        const some = rows.slice(from, from + together)
        const places = `(${columns.map(() => '?').join(', ')})`
        const values = some.flatMap((row) => columns.map((column) => stored(row[column.name], column.type)))
        await session.run({ sql: `INSERT INTO ${quote(name)} VALUES ${some.map(() => places).join(', ')}`, values })
      }
    })
  }
}

/** Converts a value for SQLite; a value that does not fit its column stays a text. */
function stored(value: unknown, type: DataType): BoundValue {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (typeof value === 'bigint') return BigInt.asIntN(64, value) === value ? value : String(value)
  if (value instanceof Uint8Array) return value
  if (typeof value !== 'string')
    return JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? String(each) : each))
  if (type === 'boolean' && /^(?:true|false)$/i.test(value)) return value.toLowerCase() === 'true' ? 1 : 0
  return type === 'datetime' ? value.replace('T', ' ') : value
}

/** Files of a file service as tables (docs/wire/databases.md). */
export const dataFileKinds: readonly ServiceKind[] = [
  serviceKind({
    name: 'duckdb',
    label: 'Parquet, CSV and JSON Files',
    group: 'Database',
    description: 'Reads files of Parquet, CSV and JSON in a file service as tables.',
    config: duckdbConfig,
    check({ storage_container: container }) {
      const isPath = typeof container !== 'string' || container === '' || pathNames(container) !== null
      return isPath ? null : { storage_container: ['storage_container must name a folder of the file service.'] }
    },
    make: (serviceParts) => createDatabaseService(engineOf(serviceParts), serviceParts),
  }),
]

function engineOf({ row, config, host }: ServiceParts): Engine {
  const folder = (pathNames(textSetting(config, 'storage_container') ?? '') ?? []).join('/')
  async function storage(): Promise<FileStorage> {
    const id = numberSetting(config, 'storage_service_id')
    const service = id === null ? null : await host.serviceById(id)
    const found = service === null ? null : await host.parts.storageOf(service.name)
    if (found === null)
      throw new Problem(503, `The service '${row.name}' cannot be used now: it names no file service.`)
    return found
  }
  return {
    ...sqliteEngine,
    name: 'duckdb',
    services: [],
    isFileBased: false,
    open: () => openDataFiles({ storage, folder }),
    schema: {
      ...sqliteEngine.schema,
      plan() {
        throw readOnly()
      },
    },
    store: null,
  }
}
