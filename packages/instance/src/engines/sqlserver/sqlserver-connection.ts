import type { Connection, Request } from 'tedious'
import { rowShape } from '../row-shape.ts'
import type { ServerConnection } from '../server-connection.ts'
import type { DatabaseRow, Outcome, Statement } from '../statement.ts'
import { declared } from './sqlserver-parameters.ts'
import { sqlServerProblem } from './sqlserver-problem.ts'
import { sqlServerValue } from './sqlserver-values.ts'

type Driver = typeof import('tedious')
type Done = (error: Error | null | undefined, rowCount?: number) => void

const rowsInPortion = 500

interface Cell {
  readonly value: unknown
  readonly metadata: {
    readonly colName: string
    readonly type: { readonly name: string }
    readonly scale?: number | undefined
  }
}

export interface SqlServerConnectionOptions {
  readonly where: string
  readonly driver: Pick<Driver, 'Request' | 'TYPES'>
}

/** A connected client of SQL Server. The server keeps plans by the text of statements, so that nothing is prepared here. */
export class SqlServerConnection implements ServerConnection {
  readonly #connection: Connection
  readonly #options: SqlServerConnectionOptions
  #usable = true

  constructor(connection: Connection, options: SqlServerConnectionOptions) {
    this.#connection = connection
    this.#options = options
    const broken = () => {
      this.#usable = false
    }
    connection.on('error', broken)
    connection.on('end', broken)
  }

  get usable(): boolean {
    return this.#usable
  }

  run(statement: Statement): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const sets: DatabaseRow[][] = []
      const request = this.#request(statement, (error, rowCount) => {
        if (error !== null && error !== undefined) reject(this.#problem(error))
        else resolve(outcome(sets, rowCount ?? 0))
      })
      let read: ReadRow | null = null
      request.on('columnMetadata', () => {
        sets.push([])
        read = null
      })
      request.on('row', (cells: Cell[]) => {
        read ??= rowReader(cells)
        sets.at(-1)?.push(read(cells))
      })
      this.#connection.execSql(request)
    })
  }

  begin(): Promise<void> {
    return this.#control((done) => this.#connection.beginTransaction(done))
  }

  commit(): Promise<void> {
    return this.#control((done) => this.#connection.commitTransaction(done))
  }

  async rollback(): Promise<void> {
    await this.#control((done) => this.#connection.rollbackTransaction(done)).catch(() => this.#abandon())
  }

  async *stream(statement: Statement): AsyncIterable<readonly DatabaseRow[]> {
    let rows: DatabaseRow[] = []
    let ended = false
    let failure: unknown = null
    let wake = () => {}
    const request = this.#request(statement, (error) => {
      failure = error ?? null
      ended = true
      wake()
    })
    let read: ReadRow | null = null
    request.on('row', (cells: Cell[]) => {
      read ??= rowReader(cells)
      rows.push(read(cells))
      if (rows.length < rowsInPortion) return
      request.pause()
      wake()
    })
    this.#connection.execSql(request)
    try {
      while (!ended || rows.length > 0) {
        if (rows.length < rowsInPortion && !ended) {
          await new Promise<void>((resolve) => {
            wake = resolve
          })
        }
        const portion = rows
        rows = []
        if (failure !== null) throw this.#problem(failure)
        if (portion.length > 0) yield portion
        if (!ended) request.resume()
      }
      if (failure !== null) throw this.#problem(failure)
    } finally {
      // The server goes on sending what nobody reads.
      if (!ended) this.#abandon()
    }
  }

  async forgetStatements(): Promise<void> {}

  async end(): Promise<void> {
    this.#abandon()
  }

  #abandon(): void {
    this.#usable = false
    this.#connection.close()
  }

  #request(statement: Statement, done: Done): Request {
    const { driver } = this.#options
    const { sql, parameters } = declared(statement)
    const request = new driver.Request(sql, done)
    for (const { name, type, value } of parameters) request.addParameter(name, driver.TYPES[type], value)
    return request
  }

  #control(start: (done: (error: Error | null | undefined) => void) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      start((error) => (error === null || error === undefined ? resolve() : reject(this.#problem(error))))
    })
  }

  #problem(error: unknown): unknown {
    return sqlServerProblem(error, this.#options.where)
  }
}

type ReadRow = (cells: readonly Cell[]) => DatabaseRow

function rowReader(first: readonly Cell[]): ReadRow {
  const toRow = rowShape(first.map(({ metadata }) => metadata.colName))
  return (cells) => toRow(cells.map(({ value, metadata }) => sqlServerValue(value, metadata.type.name, metadata.scale)))
}

function outcome(sets: readonly DatabaseRow[][], rowCount: number): Outcome {
  const rows = sets[0] ?? []
  const changes = sets.length === 0 ? rowCount : rows.length
  return sets.length > 1 ? { rows, changes, insertedId: null, sets } : { rows, changes, insertedId: null }
}
