import { Kysely } from 'kysely'
import { sqliteEngine } from '../engines/sqlite/sqlite-engine.ts'
import { onlyReads, type SqliteValue } from '../engines/sqlite/sqlite-statement.ts'
import type { Siblings } from '../platform/siblings.ts'
import { type Changes, everything, localChanges } from './changes.ts'
import type { OpenLine } from './changes-line.ts'
import { lockFolder, storeFile, whyUnwritable } from './data-folder.ts'
import { kyselyDialects, type PooledConnection } from './kysely-dialect.ts'
import { sharedChanges } from './shared-changes.ts'
import { SqliteTransactions } from './sqlite-transactions.ts'
import type { Statements, Store } from './store.ts'
import type { Tables } from './tables.ts'

/** Milliseconds between checks whether an operator's command has changed the file. */
const lookInterval = 1000
/** Milliseconds that a change waits for earlier ones. */
const usualPatience = 30_000

interface SqliteOptions {
  /** Milliseconds that a change waits for earlier ones. */
  readonly patience?: number
  /** Opens the file next to the instance that owns the folder, which notices changes within a second. */
  readonly beside?: boolean
}

/**
 * Opens the store in `instance.sqlite` of the data folder, which is created if missing.
 * @throws if another instance runs on the folder, or the file is not a database
 */
export function openSqlite(
  dataFolder: string,
  { patience = usualPatience, beside = false }: SqliteOptions = {},
): Store {
  const unwritable = whyUnwritable(dataFolder)
  if (unwritable !== null) throw new Error(unwritable)
  const release = beside ? () => undefined : lockFolder(dataFolder)
  try {
    const file = new SqliteTransactions(storeFile(dataFolder), patience, { marksChanges: beside })
    return storeOn(file, { changes: localChanges(), siblings: null, release })
  } catch (error) {
    release()
    throw error
  }
}

/** Opens the store in a worker. The process that started the workers owns the folder. */
export async function openSqliteOfWorker(dataFolder: string, siblings: Siblings): Promise<Store> {
  const changes = sharedChanges({
    open: siblingsLine(siblings),
    send: siblings.tell,
    sendIn: null,
    migrated: () => undefined,
  })
  await changes.listen()
  try {
    const file = new SqliteTransactions(storeFile(dataFolder), usualPatience)
    return storeOn(file, { changes, siblings, release: changes.stop })
  } catch (error) {
    await changes.stop()
    throw error
  }
}

interface Sharing {
  readonly changes: Changes
  readonly siblings: Siblings | null
  /** Called when the store is closed. */
  readonly release: () => Promise<void> | void
}

function storeOn(file: SqliteTransactions, { changes, siblings, release }: Sharing): Store {
  const db = new Kysely<Tables>({ dialect: kyselyDialects.sqlite(() => lentBy(file)) })
  let open = true
  let mark = file.mark
  const look = setInterval(() => {
    if (file.mark === mark) return
    mark = file.mark
    changes.publishHere(everything)
  }, lookInterval).unref()
  return {
    engine: sqliteEngine,
    db,
    statements: committedIn(file),
    transaction: (work) => db.transaction().execute(work),
    write: (work) => sqliteWrite(file, work),
    writeBriefly: (work) => sqliteBriefWrite(file, work),
    changes,
    siblings,
    // Workers are of the same version, and no other node shares the folder.
    onMigrated: () => undefined,
    get load() {
      return file.load
    },
    async close() {
      if (!open) return
      open = false
      clearInterval(look)
      await db.destroy()
      file.close()
      await release()
    },
  }
}

/** Reads of committed state. */
export function committedIn(file: SqliteTransactions): Statements {
  return {
    all: <Row>(sql: string, parameters: readonly unknown[]) =>
      file.reading(sql).all(parameters as readonly SqliteValue[]) as Row[],
    first: <Row>(sql: string, parameters: readonly unknown[]) =>
      file.reading(sql).first(parameters as readonly SqliteValue[]) as Row | undefined,
  }
}

/** Runs work in one transaction with synchronous statements. */
export async function sqliteWrite<T>(
  file: SqliteTransactions,
  work: (statements: Statements) => Promise<T>,
): Promise<T> {
  const begun = file.begin()
  if (begun !== undefined) await begun
  const statements = new OpenTransaction(file)
  try {
    const result = await work(statements)
    statements.open = false
    file.commit()
    return result
  } catch (error) {
    statements.open = false
    file.rollback()
    throw error
  }
}

/** Like `sqliteWrite`, sharing a commit with others that arrive at the same time. */
async function sqliteBriefWrite<T>(file: SqliteTransactions, work: (statements: Statements) => Promise<T>): Promise<T> {
  const joined = file.join()
  if (joined !== undefined) await joined
  const statements = new OpenTransaction(file)
  let result: T
  try {
    result = await work(statements)
    statements.open = false
  } catch (error) {
    statements.open = false
    file.abandon(error)
    throw error
  }
  await file.leave()
  return result
}

class OpenTransaction implements Statements {
  open = true
  readonly #file: SqliteTransactions

  constructor(file: SqliteTransactions) {
    this.#file = file
  }

  all<Row>(sql: string, parameters: readonly unknown[]): Row[] {
    return this.#current.run(sql, parameters as readonly SqliteValue[]).rows as Row[]
  }

  first<Row>(sql: string, parameters: readonly unknown[]): Row | undefined {
    return this.#current.first(sql, parameters as readonly SqliteValue[]) as Row | undefined
  }

  get #current(): SqliteTransactions {
    if (!this.open) throw new Error('The transaction has ended')
    return this.#file
  }
}

/** Lends the file's only connection to many users, of which at most one is in a transaction. */
function lentBy(file: SqliteTransactions): PooledConnection {
  let inTransaction = false
  return {
    run(statement, isSelect) {
      const { sql } = statement
      const values = statement.values as readonly SqliteValue[]
      if (inTransaction) return file.run(sql, values)
      return isSelect || onlyReads(sql) ? file.reading(sql).run(values) : file.write(sql, values)
    },
    async begin() {
      await file.begin()
      inTransaction = true
    },
    commit() {
      file.commit()
      inTransaction = false
    },
    rollback() {
      inTransaction = false
      file.rollback()
    },
    release: () => undefined,
  }
}

/** Receives notifications of the other workers on this machine. */
function siblingsLine({ hear, beat }: Siblings): OpenLine {
  return async (events) => {
    const stop = hear(events)
    return { beat, abandon: stop, end: async () => stop() }
  }
}
