import type { Problem } from '@millwright/contract/problem'

type Row = Readonly<Record<string, unknown>>

/** Refuses to change a row that is not as the caller takes it to be; `table`: the wire's name, `row`: by the names of columns. */
export type RowExpectation = (table: string, key: Row, row: Row) => Problem | null
