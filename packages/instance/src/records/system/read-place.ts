import type { MaybePromise } from '@millwright/connector/engine/statement'
import type { Problem } from '@millwright/contract/problem'
import { secretMask } from '@millwright/contract/records/lookup'
import type { Caller } from '../../request/caller.ts'
import type { TableName } from '../../store/tables.ts'
import { allOf, amongCondition, type Condition } from '../where.ts'
import type { DeclaredTable } from './declared-table.ts'
import { type Dialect, quoted } from './dialect.ts'
import type { FirstRow, Row } from './sql-runner.ts'

/** Rows for which an expression equals one of some texts. */
export interface Visible {
  readonly expression: string
  readonly texts: readonly string[]
}

/** The rows of the table that belong to a resource; new rows get these values. */
export interface Scope {
  readonly values: Readonly<Record<string, number | null>>
  /** Creates the error for changing a row outside of the scope; absent: not found. */
  outside?(): Problem
}

/** A resource of `system` that answers rows of a table, and to whom. */
export interface ReadPlace {
  /** Its path, for which the caller needs GET. */
  readonly name: string
  readonly scope: Scope
  /** Limits which records a caller may see; `null`: all. */
  visible?(caller: Caller): Visible | null
  /** Whether it admits a caller whose role allows the request; absent: yes. `first` runs a query. */
  admits?(caller: Caller, first: (sql: string) => FirstRow): MaybePromise<boolean>
}

/** Where rows can be read by themselves: as records of some resources, or as parts of such records. */
export interface ReadAt {
  /** Table of the records. */
  readonly table: TableName
  readonly places: readonly ReadPlace[]
  /** The column of the rows with the record's `id`. */
  readonly column: string
}

/** Returns where parts of records can be read; `column`: their reference to the record. */
export function partOf(records: ReadAt, column: string): ReadAt {
  return { ...records, column }
}

/** A place that answers a caller, and the records that it shows; `null`: all. */
export interface OpenPlace {
  readonly place: ReadPlace
  readonly only: Visible | null
}

/** What is shown to one caller. */
export interface Shown {
  /** Those of the places that answer the caller. */
  at(places: readonly ReadPlace[]): MaybePromise<readonly OpenPlace[]>
  /** Those of the roles whose rights the caller lacks. */
  lackedRoles(ids: readonly number[]): MaybePromise<ReadonlySet<unknown>>
}

/** Returns the condition on the rows that one of the places shows; `null`: they show all. */
export function shownRows({ table, column }: ReadAt, open: readonly OpenPlace[], dialect: Dialect): Condition | null {
  const conditions = open.map(({ place, only }) => rowsInScope(place.scope, only, dialect))
  if (conditions.some((condition) => condition === null)) return null
  return (into) => {
    into.add(column === 'id' ? '(' : `${quoted(column)} IN (SELECT "id" FROM ${quoted(table)} WHERE `)
    for (const [position, condition] of conditions.entries()) {
      into.add(position === 0 ? '(' : ' OR (')
      condition?.(into)
      into.add(')')
    }
    into.add(conditions.length === 0 ? '1 = 0)' : ')')
  }
}

/** Returns the condition on the rows of a resource that are visible to a caller; `null`: all. */
export function rowsInScope({ values }: Scope, only: Visible | null, { records }: Dialect): Condition | null {
  const conditions = Object.entries(values).map(([column, value]): Condition => {
    const is = value === null ? 'IS NULL' : `= ${value}`
    return (into) => into.add(`${quoted(column)} ${is}`)
  })
  if (only !== null) {
    conditions.push(amongCondition(records, { expression: only.expression, family: 'text', isText: true }, only.texts))
  }
  return allOf(conditions)
}

/** Masks the values, in place, that only callers with the rights of a role are shown; rows must have the column with the role. */
export async function withhold({ columns }: DeclaredTable, rows: readonly Row[], shown: Shown): Promise<void> {
  for (const { name, shownWithRole } of columns) {
    if (shownWithRole === null) continue
    const roles = new Set(rows.flatMap((row) => (row[name] === undefined ? [] : roleIn(row, shownWithRole))))
    if (roles.size === 0) continue
    const lacked = await shown.lackedRoles([...roles])
    for (const row of rows) if (lacked.has(row[shownWithRole])) row[name] = secretMask
  }
}

function roleIn(row: Row, column: string): number[] {
  const role = row[column]
  return typeof role === 'number' ? [role] : []
}
