import type { Problem } from '@millwright/contract/problem'

type Row = Readonly<Record<string, unknown>>

/** Returns an error for a row that differs from what the caller expects; `table`: name on the wire, `row`: by column names. */
export type RowExpectation = (table: string, key: Row, row: Row) => Problem | null
