import type { ConfigFields } from '@millwright/contract/service-config/config-field'
import type { Settings } from '../platform/config-values.ts'
import type { Load } from '../platform/instruments/instruments.ts'
import type { Catalog, RawColumn, RawTable, TableName } from './catalog.ts'
import type { Routine, RoutineArguments, RoutineResult } from './routine.ts'
import type { ColumnDefinition, PlannedStatement, SchemaChange } from './schema-change.ts'
import type { BoundValue, DatabaseRow, Outcome, Soon, Statement } from './statement.ts'
import type { StoreDialect } from './store-dialect.ts'
import type { Typed, ValueFamily } from './values/value-family.ts'

/** One kind of database: what every folder beside this file gives (ARCHITECTURE.md). */
export interface Engine {
  /** That of the service type: `pgsql`. Nothing outside the engine's folder depends on which it is. */
  readonly name: string
  /** The types of services on it, as the wire lists them (docs/wire/services.md). */
  readonly services: readonly EngineService[]
  /** Whether `database` of a service names a file of this instance; the engine gets its path. */
  readonly inFile: boolean
  readonly dialect: Dialect
  readonly values: ValueDialect
  /** Connects when first needed; an absent server is told by the first statement, not here. */
  open(config: Readonly<Record<string, unknown>>): Database
  readonly schema: SchemaDialect
  /** Functions that computed fields may call, in lower case (docs/wire/schema.md). */
  readonly functions: ReadonlySet<string>
  /** Null: it has no stored procedures and functions. */
  readonly routines: RoutineDialect | null
  /** What the instance's own tables need; null: they cannot be on this engine. */
  readonly store: StoreDialect | null
}

/** A type of services on an engine. */
export interface EngineService {
  readonly name: string
  readonly label: string
  /** A sentence for people who meet it for the first time. */
  readonly description: string
  /** The subscription that the genuine platform asks for; absent: none. */
  readonly tier?: 'SILVER' | 'GOLD'
  readonly config: ConfigFields
}

/** An engine on which the instance's own tables can be. */
export type StoreEngine = Engine & { readonly store: StoreDialect }

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
  /** Of its connections; absent: it has none that several calls could share. */
  readonly load?: Load
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

/** How an engine spells what all engines can do. Pure. */
export interface Dialect {
  /** A name as an identifier, whatever characters it has. */
  quote(name: string): string
  table(name: TableName): string
  /** `?`, `$1`, `@p1`; `index` counts from 1. */
  placeholder(index: number): string
  /** Page of a query that has its ORDER BY already, by numbers or placeholders; `ordered` false: SQL Server adds one that changes nothing. */
  page(limit: number | string, offset: number | string, ordered: boolean): string
  /**
   * From which offset on a page is found by the keys of its records, which are joined with the table: where rows that are passed over
   * cost as much as those that are answered. Null: they do not.
   */
  readonly keysFirstFrom: number | null
  /** How to get what a write made: in the same statement, or by reading again. */
  readonly returning: {
    readonly insert: ReturningClause
    readonly update: ReturningClause
    readonly delete: ReturningClause
  }
  /** Asks for the number that the next row would get; null where inserts can always tell. */
  readonly nextNumber: ((table: TableName, column: string) => Statement) | null
  /** Whether the outcome of an insert has the number of the row without a RETURNING clause, which would cost more. */
  readonly tellsInsertedId: boolean
  /** Asks, as `step`, by how much the numbers of rows inserted together grow from the one that the outcome has; null: that one is not the first. */
  readonly insertedIdStep: string | null
  /** Whether several records in one INSERT are quicker than one after the other. */
  readonly insertsTogether: boolean
  /** A row of defaults: `DEFAULT VALUES`, an empty list of values, or the default of the key, where neither can be said. */
  readonly emptyInsert: 'default values' | 'empty list' | 'default of the key'
  /** Whether several statements can be kept together. False: each is committed by itself, and what needs several is refused. */
  readonly transactions: boolean
  /** Whether the failure of one statement ends its transaction, unless there is a savepoint before it. */
  readonly failureEndsTransaction: boolean
  /** The schema whose tables have no prefix on the wire: `public`; null: there are none, and a point in a name means nothing. */
  readonly schemas: { readonly usual: string | null } | null
  /** How long a name may be. */
  readonly longestName: NameLimit
  /** `ORDER BY x NULLS FIRST`, or null where the engine cannot say it and it has to be spelled as a CASE. */
  readonly nullsOrder: boolean
  /** LIKE with backslash as the escape character of its pattern. */
  like(column: string, placeholder: string): string
  /** Finds what is escaped in a pattern to stand for itself. */
  readonly wildcards: RegExp
  /** Whether LIKE takes a column of this type as it is. */
  isText(dbType: string): boolean
  /** A value of any type as the text that the database prints. */
  asText(expression: string): string
  /** Values that `=` and `<` do not take, and those that ORDER BY does not take: their texts stand for them. */
  readonly incomparable: ReadonlySet<ValueFamily>
  readonly unsortable: ReadonlySet<ValueFamily>
  /** A placeholder beside an expression of a family, its type told where the engine would choose one that is too small. */
  operand(placeholder: string, family: ValueFamily): string
  /** A condition that holds for any number of values, bound as one, with the same text; null: they are listed one by one. */
  readonly among: Among | null
  /** What the clock of the database says. */
  readonly clock: Readonly<Record<ClockWord, string>>
  /** Greatest number of placeholders in one statement. */
  readonly maxValues: number
  /** Whether true and false are values of their own, or 1 and 0. */
  readonly booleans: boolean
  /** What makes a SELECT hold its rows until the transaction ends: behind the table's name, and at the end. */
  readonly rowLock: { readonly hint: string; readonly clause: string }
  /** Marks in a transaction to which it can go back; `release` is null where marks need no end. */
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

/** Values bound as one list. */
export interface Among {
  readonly families: ReadonlySet<ValueFamily>
  sql(expression: string, placeholder: string, family: ValueFamily): string
  list(values: readonly BoundValue[]): BoundValue
}

export type ClockWord = 'CURRENT_TIMESTAMP' | 'CURRENT_DATE' | 'CURRENT_TIME' | 'LOCALTIMESTAMP' | 'UTC_TIMESTAMP'

/** Which values an engine's columns take, and what it answers for them (docs/wire/tables.md, docs/wire/table-writes.md). Pure. */
export interface ValueDialect {
  /**
   * Whether a column holds values of its type alone. False: it takes values of any type and length, every integer has 64 bits, decimals are
   * kept as integers or doubles, and moments as they were sent.
   */
  readonly typedColumns: boolean
  /** Least and greatest of an integer column where they do not follow from the word of its type; null: they do. */
  integerRange(dbType: string): readonly [bigint, bigint] | null
  /** Integers from here on are never compared with a column. */
  readonly beyondIntegers: bigint
  /** Words that a column of numbers takes besides, such as `NaN`. */
  isNumberWord(text: string, dbType: string | null): boolean
  /** Words that stand for a moment, such as `now`. */
  isMomentWord(text: string): boolean
  /** A moment without a zone in the spelling that the engine reads. */
  plainMoment(text: string): string
  /** What true and false are in a boolean column. */
  booleans(dbType: string): readonly [BoundValue, BoundValue]
  /** Whether the length of a text column counts characters. */
  countsCharacters(dbType: string): boolean
  /** Reads values of a column where that differs from how its family is read, else `usual`. */
  reader(field: ValueField, usual: ReadValue): ReadValue
  /** How a column is selected whose driver would answer too little of it; null: as it is. */
  selected(column: string, field: Typed): { readonly sql: string; readonly write: (value: unknown) => unknown } | null
  /** Types whose values are answered otherwise than their simple type says, by their words. */
  readonly answers: ReadonlyMap<string, 'integer' | 'unsigned integer' | 'text'>
}

/** What the value of a field is read by. */
export interface ValueField extends Typed {
  readonly apiName: string
  readonly length: number | null
  readonly precision: number | null
  readonly scale: number | null
}

/** Turns one value of the wire, null or a text of a file included, into what the column takes; refuses others with 400. */
export type ReadValue = (value: unknown) => BoundValue

/** How an engine spells changes of the schema. Pure. */
export interface SchemaDialect {
  /** The statements that make a change, in order, from the table as it is (null: not there yet). */
  plan(change: SchemaChange, before: RawTable | null): readonly PlannedStatement[]
  /**
   * Statements that find out whether a change broke what depends on a table (`gone`: which is dropped), among all tables and views as they were;
   * absent where the database sees to that itself.
   */
  checks?(table: string, gone: boolean, all: Iterable<RawTable>): readonly PlannedStatement[]
  /** A simple type in the engine's own words, with its sizes; null for one that it does not know (docs/wire/schema.md). */
  columnType(column: TypedColumn): string | null
  /** The simple type that the engine's own type stands for, by its word alone (docs/wire/schema.md). */
  simpleType(column: OwnType): string
  /** The simple type of a column as it is found, of which the default may tell more than the type; absent: that of its type. */
  foundType?(column: RawColumn): string
  /** Whether a word can be a type of the engine; absent: it judges that itself. */
  isType?(word: string): boolean
  /** What a moment that the database computes has for its default; `renewed`: at every change of the record. */
  computedDefault(expression: string, renewed: boolean): string
  /** Whether references may lead to tables that come later. */
  readonly refersAhead: boolean
}

/** A type in the engine's own words. */
export type OwnType = Pick<RawColumn, 'dbType' | 'length' | 'precision'>

export type TypedColumn = Pick<
  ColumnDefinition,
  'type' | 'length' | 'precision' | 'scale' | 'fixedLength' | 'multibyte'
>
