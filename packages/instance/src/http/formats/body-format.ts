import type { RequestBounds } from '../../request/request-bounds.ts'
import type { BodyFormat } from '../../request/response-format.ts'

/** A parsed request body: a JSON value, and the format it was sent in. */
export interface ReadBody {
  readonly payload: unknown
  readonly format: BodyFormat | 'form' | 'none'
  /** Whether numbers in its texts have a decimal comma; absent: no. */
  readonly decimalComma?: boolean
}

/** How much a request body may contain. */
export type BodyBounds = Pick<RequestBounds, 'values' | 'batch'>
