import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { noRoom } from '@millwright/connector/disk-full'
import type { Catalog, TableName } from '@millwright/connector/engine/catalog'
import type { Database, Session } from '@millwright/connector/engine/engine'
import { Portion } from '@millwright/connector/engine/rows'
import type { DatabaseRow, MaybePromise, Outcome, Statement } from '@millwright/connector/engine/statement'
import { Problem } from '@millwright/contract/problem'
import { type FileLock, fileLock } from './file-lock.ts'
import { type ConnectionKind, SqliteConnection } from './sqlite-connection.ts'
import { SqliteFile } from './sqlite-file.ts'
import { introspectSqlite } from './sqlite-introspection.ts'
import { sqliteOutage, sqliteProblem } from './sqlite-problem.ts'
import { type SqliteValue, sqliteValues } from './sqlite-statement.ts'
import { type ReadRequest, SqliteThreads } from './sqlite-threads.ts'
import { SqliteWrites } from './sqlite-writes.ts'

/** Milliseconds to wait for another program's lock on the file, which block the whole process. */
const patience = 1000
/** Milliseconds that a write waits for other processes. */
const writePatience = 30_000

/** Bytes that a file may have for its rows to be read all at once, whatever they contain. */
const smallFile = 32 * 2 ** 20
/** Bytes of a file whose reads may take long: those of smaller ones are over sooner than a thread would start. */
const largeFile = 128 * 2 ** 20
const cacheKiB = { write: 64 * 1024, read: 8 * 1024, alone: 8 * 1024 } as const
/** Milliseconds, in which a file grows by what a disk can write. */
const sizeKnownFor = 1000

export interface SqliteOptions {
  readonly file: string
  /** SQL that runs when a connection is opened. */
  readonly statements: readonly string[]
  /** Bytes of a file from which reads that may take long run in threads of their own; absent: 128 MiB. */
  readonly threadsFrom?: number
}

/** The file of a database service. Every stream has its own connection. */
export class SqliteDatabase implements Database {
  readonly #options: SqliteOptions
  readonly #lock: FileLock
  readonly #file: SqliteFile
  readonly #writes: SqliteWrites
  readonly #threads: SqliteThreads
  #closed = false
  #size = { bytes: 0, until: 0 }

  constructor(options: SqliteOptions) {
    this.#options = options
    this.#lock = fileLock(options.file)
    this.#file = new SqliteFile(this.#lock.mutex, (kind) => this.#open(kind), writePatience)
    this.#writes = new SqliteWrites(this.#file)
    this.#threads = new SqliteThreads({ file: options.file, options: this.#connectionOptions('read') })
  }

  run(statement: Statement): MaybePromise<Outcome> {
    const values = sqliteValues(statement.values)
    try {
      const connection = this.#committedOrNull
      if (connection === null) return this.#readAlone(statement.sql, values)
      const prepared = connection.statement(statement.sql)
      if (prepared.reads) {
        const { sql, mostBytes, mayRepeat = false } = statement
        const bytes = this.#bytes()
        const { threadsFrom = largeFile } = this.#options
        if (bytes >= threadsFrom && this.#threads.mayHold(connection, sql))
          return this.#late(this.#readInThread({ sql, values, mostBytes }))
        // Reading row by row takes longer, and is not worth it if the whole file would fit into memory.
        if (mostBytes === undefined || !(mayRepeat || bytes > smallFile)) return prepared.run(values)
        return prepared.within(mostBytes, values)
      }
      this.#grow(values)
      const written = this.#writes.run(statement.sql, values)
      return written instanceof Promise ? this.#late(written) : written
    } catch (error) {
      throw this.#problem(error)
    }
  }

  async transaction<T>(work: (session: Session) => Promise<T>): Promise<T> {
    if (!this.#lock.mutex.tryAcquire()) await this.#lock.mutex.acquire()
    try {
      return await this.#transact(work)
    } finally {
      this.#lock.mutex.release()
    }
  }

  async changeSchema<T>(work: (session: Session) => Promise<T>): Promise<T> {
    if (!this.#lock.mutex.tryAcquire()) await this.#lock.mutex.acquire()
    try {
      this.#control('pragma foreign_keys = off')
      this.#control('pragma legacy_alter_table = on')
      return await this.#transact(async (session) => {
        const before = await brokenReferences(session)
        const result = await work(session)
        await refuseBrokenReferences(session, before)
        return result
      })
    } finally {
      this.#control('pragma foreign_keys = on')
      this.#control('pragma legacy_alter_table = off')
      this.#file.forgetStatements()
      this.#threads.end()
      this.#lock.mutex.release()
    }
  }

  session<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return work(this)
  }

  async *stream({ sql, values }: Statement): AsyncIterable<readonly DatabaseRow[]> {
    let connection: SqliteConnection | null = null
    try {
      connection = this.#open(this.#committedOrNull === null ? 'alone' : 'read')
      const portion = new Portion<DatabaseRow>()
      for (const row of connection.prepare(sql).iterate(sqliteValues(values))) {
        if (!portion.add(row)) continue
        yield portion.take()
        await turnOfTheLoop()
      }
      if (!portion.isEmpty) yield portion.take()
    } catch (error) {
      throw this.#problem(error)
    } finally {
      connection?.close()
    }
  }

  introspect(only?: readonly TableName[]): Promise<Catalog> {
    const declaredTypes = (sql: string) => this.#file.main.prepare(sql).declaredTypes()
    return introspectSqlite({ run: (statement) => this.run(statement), declaredTypes }, only)
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    this.#writes.flush()
    if (this.#file.inTransaction || this.#writes.areUnanswered) {
      await this.#lock.mutex.acquire()
      this.#lock.mutex.release()
    }
    this.#threads.end()
    this.#file.close()
    this.#lock.close()
  }

  async #readInThread(request: ReadRequest): Promise<Outcome> {
    const rows = await this.#threads.run(request)
    return { rows, changes: rows.length, insertedId: null }
  }

  async #late<T>(result: Promise<T>): Promise<T> {
    try {
      return await result
    } catch (error) {
      throw this.#problem(error)
    }
  }

  async #transact<T>(work: (session: Session) => Promise<T>): Promise<T> {
    let open = true
    const run = ({ sql, values }: Statement): Outcome => {
      if (!open) throw new Error('The transaction has ended')
      try {
        const bound = sqliteValues(values)
        this.#grow(bound)
        return this.#file.main.run(sql, bound)
      } catch (error) {
        throw this.#problem(error)
      }
    }
    const begun = this.#step(() => this.#file.begin())
    if (begun !== undefined) await this.#late(begun)
    try {
      const result = await work({ run })
      open = false
      this.#step(() => this.#file.commit())
      return result
    } catch (error) {
      open = false
      this.#step(() => this.#file.rollback())
      throw error
    }
  }

  #bytes(): number {
    const now = performance.now()
    if (now < this.#size.until) return this.#size.bytes
    const { file } = this.#options
    this.#size = { bytes: sizeOf(file) + sizeOf(`${file}-wal`), until: now + sizeKnownFor }
    return this.#size.bytes
  }

  /** What this process writes counts at once, as memory takes it faster than a disk. */
  #grow(written: readonly SqliteValue[]): void {
    for (const value of written) {
      if (typeof value === 'string' || value instanceof Uint8Array) this.#size.bytes += value.length
    }
  }

  #control(sql: string): void {
    this.#step(() => this.#file.main.run(sql, []))
  }

  #step<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      throw this.#problem(error)
    }
  }

  /** `null` if the disk has no room for what a connection needs besides the file. */
  get #committedOrNull(): SqliteConnection | null {
    try {
      return this.#file.committed
    } catch (error) {
      if (sqliteOutage(error) === 'disk-full') return null
      throw error
    }
  }

  /** One read on a temporary connection. */
  #readAlone(sql: string, values: readonly SqliteValue[]): Outcome {
    const connection = this.#open('alone')
    try {
      const statement = connection.prepare(sql)
      if (!statement.reads) throw noRoom(`the database ${basename(this.#options.file)}`)
      return statement.run(values)
    } finally {
      connection.close()
    }
  }

  #open(kind: ConnectionKind): SqliteConnection {
    if (this.#closed) throw new Problem(503, 'The service was changed in the meantime. Please try again.')
    // A read-only connection cannot create the file.
    if (kind === 'read') void this.#file.main
    return new SqliteConnection(this.#options.file, {
      ...this.#connectionOptions(kind),
      kind,
      problem: (error) => error,
    })
  }

  #connectionOptions(kind: ConnectionKind) {
    const { statements } = this.#options
    const shared = { patience, statements, confined: true, mayBeReadOnly: true, largeIntegers: true }
    return { ...shared, cacheKiB: cacheKiB[kind], sortsOnDisk: kind === 'read' }
  }

  #problem(error: unknown): unknown {
    return sqliteProblem(error, this.#options.file)
  }
}

/** The number of records of each table with references to records that do not exist, by table and by the table they refer to. */
async function brokenReferences(session: Session): Promise<readonly DatabaseRow[]> {
  const sql = 'select "table", parent, count(*) as count from pragma_foreign_key_check group by 1, 2'
  return (await session.run({ sql, values: [] })).rows
}

/** References that were broken before the change do not stand in its way. */
async function refuseBrokenReferences(session: Session, before: readonly DatabaseRow[]): Promise<void> {
  const broken = (await brokenReferences(session)).find(({ table, parent, count }) => {
    const known = before.find((each) => each.table === table && each.parent === parent)
    return Number(count) > Number(known?.count ?? 0)
  })
  if (broken === undefined) return
  throw new Problem(
    409,
    `The change would leave records of '${broken.table}' that refer to records of '${broken.parent}' which do not exist.`,
  )
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

function turnOfTheLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
