import type { SqliteValue } from '../engines/sqlite/sqlite-statement.ts'
import type { SqliteEngine } from './sqlite-engine.ts'
import type { Statements } from './store.ts'

/** Does the work in one transaction, whose statements run at once. */
export async function sqliteWrite<T>(engine: SqliteEngine, work: (statements: Statements) => Promise<T>): Promise<T> {
  const begun = engine.begin()
  if (begun !== undefined) await begun
  const statements = new OpenTransaction(engine)
  try {
    const result = await work(statements)
    statements.open = false
    engine.commit()
    return result
  } catch (error) {
    statements.open = false
    engine.rollback()
    throw error
  }
}

/** As `sqliteWrite`, in one commit with others that come at the same time. */
export async function sqliteBriefWrite<T>(
  engine: SqliteEngine,
  work: (statements: Statements) => Promise<T>,
): Promise<T> {
  const joined = engine.join()
  if (joined !== undefined) await joined
  const statements = new OpenTransaction(engine)
  let result: T
  try {
    result = await work(statements)
    statements.open = false
  } catch (error) {
    statements.open = false
    engine.abandon(error)
    throw error
  }
  await engine.leave()
  return result
}

class OpenTransaction implements Statements {
  open = true
  readonly #engine: SqliteEngine

  constructor(engine: SqliteEngine) {
    this.#engine = engine
  }

  all<Row>(sql: string, parameters: readonly unknown[]): Row[] {
    return this.#current.run(sql, parameters as readonly SqliteValue[]).rows as Row[]
  }

  first<Row>(sql: string, parameters: readonly unknown[]): Row | undefined {
    return this.#current.first(sql, parameters as readonly SqliteValue[]) as Row | undefined
  }

  get #current(): SqliteEngine {
    if (!this.open) throw new Error('The transaction has ended')
    return this.#engine
  }
}
