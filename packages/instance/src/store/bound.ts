import { type RawBuilder, sql } from 'kysely'

/** Returns SQL with values bound to its `?`, for the query builder. */
export function bound<Row = unknown>(text: string, ...values: readonly unknown[]): RawBuilder<Row> {
  const parts = text.split('?')
  return sql<Row>(Object.assign([...parts], { raw: parts }), ...values)
}
