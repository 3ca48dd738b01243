import type { Parts } from '../../gateway/parts.ts'
import type { RowChange } from '../../records/system/declared-table.ts'
import type { Key } from '../../records/system/dialect.ts'
import type { RowSet, Visible } from '../../records/system/row-set.ts'
import type { Row, Tx } from '../../records/system/sql-runner.ts'
import type { WriteLog } from '../../records/system/write-log.ts'
import type { ApiRequest, Applicant } from '../../request/api-request.ts'
import type { Caller } from '../../request/caller.ts'

/** Everything in which one resource differs from the others. */
export interface ResourceDeclaration extends RowSet {
  readonly name: string
  readonly label: string
  readonly description: string
  /** What follows an identifier in a path is not looked at; absent: there is nothing of that name. */
  readonly ignoresRest?: true
  /** A new record with the key of an existing one changes that one. */
  readonly upsert?: boolean
  /** Records come about elsewhere: here they are read and deleted, and neither made nor changed. */
  readonly madeElsewhere?: true
  /** What `GET /{id}` answers of the record; absent: the record. */
  presentOne?(record: Readonly<Row>): unknown
  /** Narrows what a caller may see of the collection; null: all of it. */
  visible?(caller: Caller): Visible | null
  /** Refuses a request before anything happens. `rest`: the path after the resource's name. */
  guard?(request: Applicant, parts: Parts, rest: readonly string[]): Promise<void> | void
  /** Derives and hashes before the transaction; may change `values`, the stored values by column. */
  prepare?(change: PreparedChange, parts: Parts): Promise<void> | undefined
  /** Inside the transaction, before the row is written. */
  beforeWrite?(step: WriteStep): Promise<void> | void
  /** Inside the transaction, after the row and its nested rows are written. */
  afterWrite?(step: WriteStep & { readonly id: Key }): Promise<void> | void
  /** Inside the transaction: refuses, or takes along what depends on the row. */
  beforeDelete?(step: DeleteStep): Promise<void>
  /** After the commit, before the answer. */
  afterCommit?(commit: Commit): Promise<Aftermath> | undefined
}

export interface Aftermath {
  /** What the answers have besides the record. */
  readonly additions: ReadonlyMap<Key, Row>
  /** The rows were changed once more, so that their ETags are no longer those of the write. */
  readonly changed: boolean
}

export interface PreparedChange {
  readonly values: Row
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
  /** Takes back what was created. */
  remove(ids: readonly Key[]): Promise<void>
  readonly log: WriteLog
}
