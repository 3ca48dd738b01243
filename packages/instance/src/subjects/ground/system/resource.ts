import type { ConfigFiles } from '@millwright/contract/wire/config'
import type { Parts } from '../../../gateway/parts.ts'
import type { DeclaredChange } from '../../../records/system/declared-table.ts'
import type { Key } from '../../../records/system/dialect.ts'
import type { Visible } from '../../../records/system/read-place.ts'
import type { RowSet } from '../../../records/system/resource-plan.ts'
import type { RowReading } from '../../../records/system/row-reading.ts'
import type { Row, Tx } from '../../../records/system/sql-runner.ts'
import type { WriteLog } from '../../../records/system/write-log.ts'
import type { AccessRequest, ApiRequest, ApiResponse, UnparsedRequest } from '../../../request/api-request.ts'
import type { Caller } from '../../../request/caller.ts'

/** Everything that distinguishes one resource from others. */
export interface ResourceDeclaration extends RowSet {
  readonly name: string
  readonly label: string
  readonly description: string
  /** How the records travel to other instances, or why they stay. */
  readonly travels: Travelling | Staying
  /** Ignores path segments after an identifier; absent: they are a 404. */
  readonly ignoresRest?: true
  /** A new record with the key of an existing one updates it. */
  readonly upsert?: boolean
  /** Records are created elsewhere; here they can only be read and deleted. */
  readonly madeElsewhere?: true
  /** The body of `GET /{id}`; absent: the record. */
  presentOne?(record: Readonly<Row>): unknown
  /** Number of records in a list without `limit`; absent: the maximum. */
  readonly page?: number
  /** Limits which records a caller may see; `null`: all. */
  visible?(caller: Caller): Visible | null
  /** Rejects a request before anything happens. `rest`: the path after the resource's name. */
  guard?(request: AccessRequest, parts: Parts, rest: readonly string[]): Promise<void> | void
  /** Derives and hashes values before the transaction; may change `values`, which are the stored values by column. */
  prepare?(change: PreparedChange, parts: Parts): Promise<void> | undefined
  /** Runs in the transaction, before the row is written. */
  beforeWrite?(step: WriteStep): Promise<void> | void
  /** Runs in the transaction, after the row and its nested rows are written. */
  afterWrite?(step: WriteStep & { readonly id: Key }): Promise<void> | void
  /** Runs in the transaction: rejects the deletion, or deletes what depends on the row. */
  beforeDelete?(step: DeleteStep): Promise<void>
  /** Runs after the commit, before the response. */
  afterCommit?(commit: Commit): Promise<Aftermath> | undefined
}

export interface Aftermath {
  /** Members to add to the records in the response. */
  readonly additions: ReadonlyMap<Key, Row>
  /** Whether the rows were changed again, so that their ETags are no longer those of the write. */
  readonly changed: boolean
}

export interface PreparedChange {
  readonly values: Row
  /** The record as sent, with its nested ones. */
  readonly body: Readonly<Row>
  readonly creating: boolean
  readonly request: ApiRequest
}

export interface WriteStep extends DeclaredChange {
  readonly tx: Tx
  readonly request: ApiRequest
  readonly parts: Parts
  readonly log: WriteLog
  readonly body: Readonly<Row>
}

export interface DeleteStep {
  readonly tx: Tx
  readonly request: ApiRequest
  readonly parts: Parts
  readonly previous: Row
  readonly id: Key
  readonly log: WriteLog
}

export interface Commit {
  readonly ids: readonly Key[]
  readonly creating: boolean
  readonly request: ApiRequest
  readonly parts: Parts
  /** Deletes records that were created. */
  remove(ids: readonly Key[]): Promise<void>
  readonly log: WriteLog
}

/**
 * What a resource keeps. `records`: those of its declaration, which says how they travel. Settings that are no such records: how folders of
 * configuration have them. `nothing`: it acts, or answers from what others keep.
 */
export type Keeps = 'records' | KeptSettings | 'people' | 'history' | 'nothing'

/** One resource of the `system` or `user` service, such as `role` or `admin/session`. */
export interface SystemResource {
  /** Path below the service, without leading or trailing slashes. */
  readonly name: string
  readonly label: string
  readonly description: string
  readonly singleton: boolean
  readonly readOnly: boolean
  readonly keeps: Keeps
  /** Declaration of its rows, for API descriptions; absent if it has none. */
  readonly declaration?: ResourceDeclaration
  /** Rejects a request by its caller and path alone. Called before `handle`, and by access explanations in place of it. */
  guard?(request: AccessRequest, rest: readonly string[]): Promise<void> | void
  /** Whether the body of a POST or PUT is passed unread, as the request's `upload`; absent: never. */
  takesUpload?(request: UnparsedRequest): boolean
  /** `rest`: the path after the resource's name, as decoded segments. */
  handle(request: ApiRequest, rest: readonly string[]): Promise<ApiResponse>
}

/**
 * Configuration that is not the rows of one declared table: in which form folders have it, and how it is read and written
 * (docs/wire/config.md).
 */
export interface KeptSettings {
  /** Names the columns and their place in a folder. Nothing else of it is used: the rows are those that `read` returns. */
  readonly declaration: ResourceDeclaration
  /** Members whose members differ each for itself; absent: none. */
  readonly parts?: readonly string[]
  /** Records by column in plain form, references by name. `only`: the one with this name. */
  read(all: KeptReading, only: string | null): Promise<readonly Row[]>
  /** Stores a record; `row`: by column in plain form, references by id; `null` removes it. Throws what is wrong with it. */
  write(name: string, row: Readonly<Row> | null, step: KeptStep): Promise<void>
}

/** Runs a query with `?` placeholders on the store, or in a transaction. */
export type KeptReading = (sql: string, values: readonly unknown[]) => Promise<Row[]> | Row[]

export interface KeptStep {
  readonly tx: Tx
  readonly log: WriteLog
  readonly request: ApiRequest
  readonly parts: Parts
}

/** How the records of a resource are named and written outside of the instance: in packages, and in folders of configuration. */
export interface Travelling {
  /** The column by which records of two instances are matched. */
  readonly key: 'name' | 'email' | 'path'
  /** Whether a record without one of its references would mean something else. */
  readonly needsReferences?: true
  /** Rows of relations that belong to a record. */
  readonly nested?: readonly TravellingRows[]
  /** Where a folder of configuration has the records; `null`: nowhere, as they are people. */
  readonly files: ConfigFiles | null
  /** Whether a record cannot be deleted, so that the folder can only let go of it. */
  readonly remains?: (row: Readonly<Row>) => boolean
  /** Whether a deletion is only planned on request, as it takes data out of reach. */
  readonly destroys?: (row: Readonly<Row>, kinds: RowReading['kinds']) => boolean
}

export interface TravellingRows {
  readonly relation: string
  /** What files of configuration call the rows. */
  readonly as: string
  /** Columns by which rows are matched. If absent, rows without an id are matched by name when written. */
  readonly sameBy?: readonly string[]
}

/** Why the records of a resource do not travel by themselves: they belong to people, tell what happened, or are parts of others that do. */
type Staying = 'people' | 'history' | 'parts'
