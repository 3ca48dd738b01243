import type { DatabaseRow } from '../engines/statement.ts'
import type { ApiRequest } from '../request/api-request.ts'

/** A row that a write changed; values are those of the wire, under the names of their columns (docs/wire/data-history.md). */
export interface RowChange {
  /** The wire's name of the table. */
  readonly table: string
  /** The values of its primary key; null: the rows are not known one by one. */
  readonly key: DatabaseRow | null
  /** Null: there was no such row. */
  readonly before: DatabaseRow | null
  /** Null: there is none any more. */
  readonly after: DatabaseRow | null
}

/** Rows that were changed together and are not kept one by one. */
export interface ChangeOfMany {
  readonly table: string
  readonly action: 'created' | 'modified' | 'deleted'
  /** Null: nobody has counted them. */
  readonly rows: number | null
}

/** Keeps what calls change in the rows of tables whose history is on. */
export interface RowHistory {
  /** Of the rows that one transaction changes. */
  begin(serviceId: number, request: ApiRequest): ChangesUnderWay
}

/** What one transaction changes, before it is known whether it is committed. */
export interface ChangesUnderWay {
  /** Just before the commit. Throws where it cannot be kept: then nothing is to be committed. */
  keep(changes: readonly (RowChange | ChangeOfMany)[]): Promise<void>
  /** It was committed. Waits for nothing. */
  committed(): void
  /** It was rolled back. */
  forget(): Promise<void>
}
