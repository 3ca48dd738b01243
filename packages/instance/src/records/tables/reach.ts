import type { Session } from '../../engines/engine.ts'
import type { DatabaseRow } from '../../engines/statement.ts'
import type { ApiRequest } from '../../request/api-request.ts'
import type { RecordsContext } from '../records-context.ts'

/** Who reads, and where. */
export interface Reading {
  readonly context: RecordsContext
  /** A transaction, or the database itself. */
  readonly session: Session
  readonly request: ApiRequest
}

/** Rows found for the values of a relation's local field: each with the value that leads to it. */
export type Found = readonly (readonly [value: string, row: DatabaseRow])[]
