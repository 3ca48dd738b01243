import type { Session } from '../../engines/engine.ts'
import type { ApiRequest } from '../../request/api-request.ts'
import type { RecordsContext } from '../records-context.ts'

/** Who reads, and where. */
export interface Reading {
  readonly context: RecordsContext
  /** A transaction, or the database itself. */
  readonly session: Session
  readonly request: ApiRequest
}
