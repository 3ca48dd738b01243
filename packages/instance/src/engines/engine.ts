import type { Settings } from '../platform/config-values.ts'
import type { Catalog, TableName } from './catalog.ts'
import type { Dialect } from './dialect.ts'
import type { Routine, RoutineArguments, RoutineResult } from './routine.ts'
import type { SchemaDialect } from './schema-dialect.ts'
import type { DatabaseRow, Outcome, Soon, Statement } from './statement.ts'

/** One kind of database: what every folder beside this file gives (ARCHITECTURE.md). */
export interface Engine {
  readonly name: 'sqlite' | 'pgsql' | 'mysql' | 'sqlsrv'
  readonly dialect: Dialect
  /** Connects when first needed; an absent server is told by the first statement, not here. */
  open(config: Readonly<Record<string, unknown>>): Database
  readonly schema: SchemaDialect
  /** Functions that computed fields may call, in lower case (docs/wire/schema.md). */
  readonly functions: ReadonlySet<string>
  /** Null: it has no stored procedures and functions. */
  readonly routines: RoutineDialect | null
}

/** What runs statements: a database, or one transaction in it. Failures are `Problem`s with the fields named where known. */
export interface Session {
  run(statement: Statement): Soon<Outcome>
}

export interface Database extends Session {
  /**
   * Everything or nothing; inside, only the session given to `work` sees the transaction. When the server goes away in the middle, nothing stays
   * and the failure is a 503.
   */
  transaction<T>(work: (session: Session) => Promise<T>): Promise<T>
  /**
   * As `transaction`, for changes of the schema. SQLite neither enforces foreign keys nor cascades inside, leaves the texts of other tables alone
   * (`legacy_alter_table`), and checks all references before the commit; MySQL commits after each statement, whatever becomes of the rest. Plans of
   * statements are forgotten afterwards.
   */
  reshape<T>(work: (session: Session) => Promise<T>): Promise<T>
  /** Several statements on one connection, each for itself. */
  session<T>(work: (session: Session) => Promise<T>): Promise<T>
  /** Rows in order, in portions as they come; memory stays flat. Ends its cursor when the reader stops early. */
  stream(statement: Statement): AsyncIterable<readonly DatabaseRow[]>
  /** Reads tables, columns and constraints, of all tables or of those named. */
  introspect(only?: readonly TableName[]): Promise<Catalog>
  /** After the statements in flight. */
  close(): Promise<void>
}

/** How an engine tells and calls its routines. */
export interface RoutineDialect {
  /** Those that the user may call; several of one name differ in their parameters. `settings`: of the service. */
  list(session: Session, settings: Settings): Promise<readonly Routine[]>
  /** `values` has one for each of `routine.params`, also for those that only come out. All statements are on one connection. */
  call(session: Session, routine: Routine, values: RoutineArguments): Promise<RoutineResult>
}
