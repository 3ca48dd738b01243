import { bytesOf, Portion, rowShape, TooManyBytes } from '@millwright/connector/engine/rows'
import type { BoundValue, DatabaseRow, Outcome, Statement } from '@millwright/connector/engine/statement'
import type { Connection, Request } from 'tedious'
import type { ServerConnection } from '../server-database.ts'
import { sqlServerProblem } from './sqlserver-problem.ts'

type Driver = typeof import('tedious')
type Done = (error: Error | null | undefined, rowCount?: number) => void

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

/** A connected SQL Server client. The server caches plans by the text of statements, so nothing is prepared here. */
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
      let bytes = 0
      request.on('row', (cells: Cell[]) => {
        read ??= rowReader(cells)
        const row = read(cells)
        if (statement.mostBytes !== undefined) bytes += bytesOf(row)
        if (bytes <= (statement.mostBytes ?? 0)) sets.at(-1)?.push(row)
        else if (this.#usable) {
          reject(new TooManyBytes())
          this.#abandon()
        }
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
    const portion = new Portion<DatabaseRow>()
    let isFull = false
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
      isFull = portion.add(read(cells))
      if (!isFull) return
      request.pause()
      wake()
    })
    this.#connection.execSql(request)
    try {
      while (!ended || !portion.isEmpty) {
        if (!isFull && !ended) {
          await new Promise<void>((resolve) => {
            wake = resolve
          })
        }
        if (failure !== null) throw this.#problem(failure)
        isFull = false
        if (!portion.isEmpty) yield portion.take()
        if (!ended) request.resume()
      }
      if (failure !== null) throw this.#problem(failure)
    } finally {
      // The server would otherwise continue to send rows.
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

/** A value with the type that the driver has to declare. */
export interface SqlServerParameter {
  readonly name: string
  readonly type: 'Int' | 'BigInt' | 'Float' | 'Bit' | 'NVarChar' | 'VarBinary'
  readonly value: string | number | boolean | Buffer
}

/**
 * A statement with typed parameters. NULL is written into the SQL instead: it has no type of its own, and with any declared type,
 * the server would reject it for some columns. Identifiers and text literals are unchanged, whatever they contain.
 */
export function declared({ sql, values }: Statement): { sql: string; parameters: SqlServerParameter[] } {
  const parameters = values.flatMap((value, index) =>
    value === null ? [] : [{ name: `p${index + 1}`, ...typed(value) }],
  )
  if (parameters.length === values.length) return { sql, parameters }
  const text = sql.replace(/\[(?:[^\]]|\]\])*\]|'(?:[^']|'')*'|@p(\d+)/g, (found, place: string | undefined) =>
    place !== undefined && values[Number(place) - 1] === null ? 'NULL' : found,
  )
  return { sql: text, parameters }
}

const maxInt = 2 ** 31 - 1
const maxBigInt = 2n ** 63n - 1n

function typed(value: NonNullable<BoundValue>): Omit<SqlServerParameter, 'name'> {
  if (typeof value === 'string') return { type: 'NVarChar', value }
  if (typeof value === 'boolean') return { type: 'Bit', value }
  if (value instanceof Uint8Array) return { type: 'VarBinary', value: Buffer.from(value) }
  if (typeof value === 'bigint') {
    const fits = value <= maxBigInt && value >= -maxBigInt - 1n
    return { type: fits ? 'BigInt' : 'NVarChar', value: String(value) }
  }
  if (!Number.isSafeInteger(value)) return { type: 'Float', value }
  return Math.abs(value) <= maxInt ? { type: 'Int', value } : { type: 'BigInt', value: String(value) }
}

/**
 * Converts the driver's value for a column of this type to the value in a row: dates and times as the server prints them, large
 * integers exactly.
 */
export function sqlServerValue(value: unknown, type: string, scale: number | null | undefined): unknown {
  if (value instanceof Date) return printed(value, type, scale ?? 3)
  if (type === 'BigInt' || type === 'IntN') return typeof value === 'string' ? integer(value) : value
  return value
}

function integer(text: string): number | bigint {
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : BigInt(text)
}

/** `2020-01-02 03:04:05.1234567 +00:00`, of which each type has a part; the driver returns times with a zone in UTC. */
function printed(value: Date, type: string, scale: number): string {
  const [date = '', clock = ''] = value.toISOString().replace('Z', '').split('T')
  const time = `${clock.slice(0, 8)}${fraction(value, type, scale)}`
  switch (type) {
    case 'Date':
      return date
    case 'Time':
      return time
    case 'SmallDateTime':
      return `${date} ${clock.slice(0, 8)}`
    case 'DateTimeOffset':
      return `${date} ${time} +00:00`
    default:
      return `${date} ${time}`
  }
}

/** Types from before SQL Server 2008 have three digits, later ones as many as declared. */
function fraction(value: Date, type: string, scale: number): string {
  const beyond: unknown = Reflect.get(value, 'nanosecondsDelta')
  const ticks = Math.round((typeof beyond === 'number' ? beyond : 0) * 1e7)
  const digits = `${String(value.getUTCMilliseconds()).padStart(3, '0')}${String(ticks).padStart(4, '0')}`
  const wanted = /^(?:Time|DateTime2|DateTimeOffset)$/.test(type) ? scale : 3
  return wanted === 0 ? '' : `.${digits.slice(0, wanted)}`
}
