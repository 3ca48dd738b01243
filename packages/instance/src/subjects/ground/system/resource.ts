import type { Parts } from '../../../gateway/parts.ts'
import type { RowChange } from '../../../records/system/declared-table.ts'
import type { Key } from '../../../records/system/dialect.ts'
import type { Visible } from '../../../records/system/read-place.ts'
import type { RowSet } from '../../../records/system/row-set.ts'
import type { Row, Tx } from '../../../records/system/sql-runner.ts'
import type { WriteLog } from '../../../records/system/write-log.ts'
import type { AccessRequest, ApiRequest } from '../../../request/api-request.ts'
import type { Caller } from '../../../request/caller.ts'
import type { Staying, Travelling } from './travelling.ts'

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

export interface WriteStep extends RowChange {
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
