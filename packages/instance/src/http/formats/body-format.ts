/** The formats that a body can be answered in. */
export type BodyFormat = 'json' | 'xml' | 'csv'

/** A body as a request carries it further: a JSON value, and how it was written. */
export interface ReadBody {
  readonly payload: unknown
  readonly format: BodyFormat | 'form' | 'none'
}
