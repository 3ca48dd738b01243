import type { ConfigFields } from '@millwright/contract/service-config/config-field'
import type { Settings } from '../config-values.ts'
import type { Load } from '../semaphore.ts'
import type { Catalog, RawColumn, RawTable, StoredMoments, TableName } from './catalog.ts'
import type { Routine, RoutineArguments, RoutineResult } from './routine.ts'
import type { ColumnDefinition, PlannedStatement, SchemaChange } from './schema-change.ts'
import type { BoundValue, DatabaseRow, MaybePromise, Outcome, Statement } from './statement.ts'
import type { StoreDialect } from './store-dialect.ts'
import type { Typed, ValueFamily } from './values/value-family.ts'

/** A database engine (docs/connectors.md). Those of the instance are in its folder `engines`. */
export interface Engine {
  /** Name of the service type: `pgsql`. Nothing outside the engine's folder depends on its value. */
  readonly name: string
  /** The service types on this engine, as listed on the wire (docs/wire/services.md). */
  readonly services: readonly EngineService[]
  /** Whether `database` of a service is the name of a file of this instance; the engine then receives its path. */
  readonly isFileBased: boolean
  readonly dialect: Dialect
  readonly values: ValueDialect
  /** Connects on first use. If the server is unreachable, the first statement fails, not this call. */
  open(config: Readonly<Record<string, unknown>>): Database
  readonly schema: SchemaDialect
  /** Functions that computed fields may call, in lower case (docs/wire/schema.md). */
  readonly functions: ReadonlySet<string>
  /** `null` if the engine has no stored procedures and functions. */
  readonly routines: RoutineDialect | null
  /** What the instance's own tables need; `null` if the engine cannot store them. */
  readonly store: StoreDialect | null
}

/** A service type on an engine. */
export interface EngineService {
  readonly name: string
  readonly label: string
  /** A sentence for people who do not know the database. */
  readonly description: string
  /** The subscription that the original platform requires, if any. */
  readonly tier?: 'SILVER' | 'GOLD'
  readonly config: ConfigFields
}

/** An engine that can store the instance's own tables. */
export type StoreEngine = Engine & { readonly store: StoreDialect }

/** Runs statements in a database, or within one transaction. Throws `Problem`s, with the affected fields if known. */
export interface Session {
  run(statement: Statement): MaybePromise<Outcome>
}

export interface Database extends Session {
  /**
   * Runs `work` in a transaction, which only the session passed to it sees. If the connection to the server is lost, everything is
   * rolled back and a 503 is thrown.
   */
  transaction<T>(work: (session: Session) => Promise<T>): Promise<T>
  /**
   * Like `transaction`, for schema changes. SQLite neither enforces foreign keys nor cascades during it, leaves the definitions of
   * other tables unchanged (`legacy_alter_table`), and checks all references before the commit; MySQL commits after each statement,
   * whatever happens to the others. Cached statement plans are cleared afterwards.
   */
  changeSchema<T>(work: (session: Session) => Promise<T>): Promise<T>
  /** Runs several statements on one connection, without a transaction. */
  session<T>(work: (session: Session) => Promise<T>): Promise<T>
  /** Yields rows in order, in batches as they arrive, with constant memory. Closes its cursor if the consumer stops early. */
  stream(statement: Statement): AsyncIterable<readonly DatabaseRow[]>
  /** Reads tables, columns and constraints, of all tables or of these. */
  introspect(only?: readonly TableName[]): Promise<Catalog>
  /** Load of its connections; absent if the database has no connection pool. */
  readonly load?: Load
  /** Waits for statements in progress. */
  close(): Promise<void>
}

/** How an engine lists and calls stored procedures and functions. */
export interface RoutineDialect {
  /** Routines that the user may call; overloads differ in their parameters. `settings` are those of the service. */
  list(session: Session, settings: Settings): Promise<readonly Routine[]>
  /** `values` has an entry for each of `routine.params`, including output parameters. All statements run on one connection. */
  call(session: Session, routine: Routine, values: RoutineArguments): Promise<RoutineResult>
}

/** How an engine spells the SQL features that all engines have. Pure. */
export interface Dialect {
  /** Quotes a name as an identifier, whatever characters it contains. */
  quote(name: string): string
  table(name: TableName): string
  /** `?`, `$1`, `@p1`; `index` counts from 1. */
  placeholder(index: number): string
  /**
   * The paging clause of a query, by numbers or placeholders. If `ordered` is false, the query has no ORDER BY, and SQL Server
   * adds a neutral one.
   */
  page(limit: number | string, offset: number | string, ordered: boolean): string
  /**
   * The offset from which pages are found by joining the table with the keys of their records, for engines in which skipped rows
   * cost as much as returned ones; `null` for others.
   */
  readonly keysetFromOffset: number | null
  /** How to get the rows that a write created: from the same statement, or by reading them. */
  readonly returning: {
    readonly insert: ReturningClause
    readonly update: ReturningClause
    readonly delete: ReturningClause
  }
  /** A query for the number that the next row would get; `null` if inserts can always return it. */
  readonly nextNumber: ((table: TableName, column: string) => Statement) | null
  /**
   * A query for the database's own estimate of the number of rows of a table, as `count`, which reads none of them; no row, null or a
   * negative number if it has none. Absent: the engine does not estimate.
   */
  readonly estimatedRows?: (table: TableName) => Statement
  /**
   * A query for what the database has at hand about its tables, without reading them: `schema` (null: the default one), `name`, and
   * `rows` (its estimate), `bytes` (with indexes) and `changed` (ISO 8601), each null or missing if unknown. May fail where the database
   * or the user lacks something. Absent: nothing is known.
   */
  readonly tableFigures?: Statement
  /** Whether the result of an insert has the row's number without a RETURNING clause, which would cost more. */
  readonly returnsInsertedId: boolean
  /**
   * A query whose `step` is the increment between the numbers of rows inserted together, starting from the number in the result;
   * `null` if that is not the number of the first row.
   */
  readonly insertedIdStep: string | null
  /** Whether one INSERT of several records is faster than several INSERTs. */
  readonly insertsTogether: boolean
  /**
   * How to insert a row of defaults: `DEFAULT VALUES`, an empty list of values, or the default of the key if the engine supports
   * neither.
   */
  readonly emptyInsert: 'default values' | 'empty list' | 'default of the key'
  /**
   * Whether the engine has transactions. If not, each statement is committed separately, and requests that need several are
   * rejected.
   */
  readonly transactions: boolean
  /** Whether a failed statement aborts its transaction unless there is a savepoint before it. */
  readonly failureEndsTransaction: boolean
  /**
   * The schema whose tables have no prefix on the wire: `public`; `null` if there are no schemas, and a dot in a name has no
   * meaning.
   */
  readonly schemas: { readonly usual: string | null } | null
  /** Maximum length of names. */
  readonly longestName: NameLimit
  /** Whether `ORDER BY x NULLS FIRST` is supported, or has to be spelled as a CASE. */
  readonly nullsOrder: boolean
  /** LIKE with a backslash as the escape character. */
  like(column: string, placeholder: string): string
  /** Matches the characters that must be escaped in a pattern. */
  readonly wildcards: RegExp
  /** Whether LIKE accepts a column of this type without a cast. */
  isText(dbType: string): boolean
  /** Casts a value of any type to the text that the database prints. */
  asText(expression: string): string
  /** Families that `=` and `<`, or ORDER BY, do not support; they are compared as text. */
  readonly incomparable: ReadonlySet<ValueFamily>
  readonly unsortable: ReadonlySet<ValueFamily>
  /** A placeholder compared with an expression of a family, with a cast if the engine would infer too small a type. */
  operand(placeholder: string, family: ValueFamily): string
  /**
   * A condition for any number of values, bound as a single parameter so that its SQL stays the same; `null` if values are listed
   * one by one.
   */
  readonly among: Among | null
  /** How values without a type are compared; absent: every column and expression has one. */
  readonly untyped?: UntypedComparison
  /** How dates are compared if they may be stored in several forms; absent: the database compares them itself. */
  readonly moments?: MomentComparison
  /** SQL expressions for the database's current date and time. */
  readonly clock: Readonly<Record<ClockWord, string>>
  /** Maximum number of parameters in one statement. */
  readonly maxValues: number
  /** Whether booleans are a type of their own, rather than 1 and 0. */
  readonly booleans: boolean
  /** How a SELECT locks its rows until the end of the transaction: after the table name, and at the end. */
  readonly rowLock: { readonly hint: string; readonly clause: string }
  /** Savepoints to which a transaction can roll back; `release` is `null` if they need no release. */
  readonly savepoint: {
    set(name: string): string
    rollback(name: string): string
    release(name: string): string | null
  }
}

export type ReturningClause = 'returning' | 'output' | 'none'

export interface NameLimit {
  readonly most: number
  readonly unit: 'characters' | 'bytes'
  size(name: string): number
}

/** Values bound as a single list parameter. */
export interface Among {
  readonly families: ReadonlySet<ValueFamily>
  sql(expression: string, placeholder: string, family: ValueFamily): string
  list(values: readonly BoundValue[]): BoundValue
}

/** Compares a value that may be a number or a text with a text from a request: numbers as numbers, texts as texts. */
export interface UntypedComparison {
  /** Uses one placeholder. */
  equals(expression: string, placeholder: string): string
  /** `<`, `>=` …; binds the value as often as it needs. */
  compares(expression: string, operator: string, bind: () => string): string
}

export interface MomentComparison {
  /** The expression by which values of a simple type sort by time; `null` if it has no dates. */
  sortable(expression: string, type: string): string | null
  /** The same, but null for what is no date and so is neither before nor after one. */
  comparable(expression: string, type: string): string | null
  /** A condition on the column itself, which an index can serve, that all rows with such a value meet; `null` if there is none. */
  near(column: string, operator: string, value: BoundValue, bind: (value: BoundValue) => string): string | null
}

export type ClockWord = 'CURRENT_TIMESTAMP' | 'CURRENT_DATE' | 'CURRENT_TIME' | 'LOCALTIMESTAMP' | 'UTC_TIMESTAMP'

/** Which values an engine's columns accept, and how they are returned (docs/wire/tables.md, docs/wire/table-writes.md). Pure. */
export interface ValueDialect {
  /**
   * Whether columns hold only values of their type. If not, they accept values of any type and length, every integer has 64 bits,
   * decimals are stored as integers or doubles, and dates and times as they were sent.
   */
  readonly typedColumns: boolean
  /** Range of an integer column if its type word does not determine it; otherwise `null`. */
  integerRange(dbType: string): readonly [bigint, bigint] | null
  /** Integers from this one on are never compared with a column. */
  readonly beyondIntegers: bigint
  /** Whether a numeric column accepts this word, such as `NaN`. */
  isNumberWord(text: string, dbType: string | null): boolean
  /** Whether this word stands for a date or time, such as `now`. */
  isMomentWord(text: string): boolean
  /** Formats a date and time without a zone as the engine expects. */
  formatLocalTime(text: string): string
  /** The values of true and false in a boolean column. */
  booleans(dbType: string): readonly [BoundValue, BoundValue]
  /** Whether the length of a text column is in characters. */
  countsCharacters(dbType: string): boolean
  /** The reader for values of a column: `usual`, or another one if the engine differs from the field's family. */
  reader(field: ValueField, usual: ReadValue): ReadValue
  /** The reader for values of filters that are compared with a column in a form of their own; `null`: as its family implies. */
  comparedReader(field: ValueField): ReadValue | null
  /** How to select a column whose driver would lose information otherwise; `null` to select it as it is. */
  selected(column: string, field: Typed): { readonly sql: string; readonly write: (value: unknown) => unknown } | null
  /** Types whose values are returned differently than their simple type implies, by type word. */
  readonly answers: ReadonlyMap<string, 'integer' | 'unsigned integer' | 'text'>
}

/** What is needed to read a value for a field. */
export interface ValueField extends Typed {
  readonly apiName: string
  readonly length: number | null
  readonly precision: number | null
  readonly scale: number | null
  readonly moments?: StoredMoments
}

/** Converts a value of the wire, including null and texts from files, to what the column accepts. Throws 400 for invalid values. */
export type ReadValue = (value: unknown) => BoundValue

/** How an engine spells schema changes. Pure. */
export interface SchemaDialect {
  /** The statements that make a change, in order, starting from the current table (`null` if it does not exist yet). */
  plan(change: SchemaChange, before: RawTable | null): readonly PlannedStatement[]
  /**
   * Statements that check whether a change broke what depends on a table (`gone` if it is dropped), given all previous tables and
   * views; absent if the database checks this itself.
   */
  checks?(table: string, gone: boolean, all: Iterable<RawTable>): readonly PlannedStatement[]
  /** Translates a simple type, with its sizes, to the engine's own; `null` if it is unknown (docs/wire/schema.md). */
  columnType(column: TypedColumn): string | null
  /** The simple type of one of the engine's own types, by its word only (docs/wire/schema.md). */
  simpleType(column: OwnType): string
  /** The simple type of an existing column, if its default says more than its type; by default that of its type. */
  columnSimpleType?(column: RawColumn): string
  /** Whether a word can be a type of the engine; if absent, the engine checks that itself. */
  isType?(word: string): boolean
  /** The default of a timestamp that the database sets; if `renewed`, also on every update of the record. */
  computedDefault(expression: string, renewed: boolean): string
  /** Whether references may point to tables that are created later. */
  readonly allowsForwardReferences: boolean
}

/** One of the engine's own types. */
export type OwnType = Pick<RawColumn, 'dbType' | 'length' | 'precision'>

export type TypedColumn = Pick<
  ColumnDefinition,
  'type' | 'length' | 'precision' | 'scale' | 'fixedLength' | 'multibyte'
>
