import type { FileStorage } from '@millwright/connector/files/file-storage'

/** A file that is read as a table. */
export interface DataFile {
  readonly storage: FileStorage
  readonly path: string
  /** Size in bytes. */
  readonly size: number
}

/** Column types in terms of SQLite, which holds the rows while they are read. */
export type DataType = 'integer' | 'double' | 'boolean' | 'date' | 'datetime' | 'json' | 'blob' | 'text'

export interface DataColumn {
  readonly name: string
  readonly type: DataType
}

/** A record by column names; texts of CSV are not parsed yet. */
export type DataRow = Readonly<Record<string, unknown>>

export const maxColumns = 1_000

/** Returns the columns of records, in order of appearance. `textual`: values are texts; each column gets the type that all of them fit. */
export function columnsIn(rows: readonly DataRow[], textual: boolean): DataColumn[] {
  const found = new Map<string, Set<DataType>>()
  for (const row of rows) {
    for (const [name, value] of Object.entries(row)) {
      if (!found.has(name) && found.size >= maxColumns) continue
      const types = found.get(name) ?? new Set<DataType>()
      found.set(name, types)
      const type = typeOf(value, textual)
      if (type !== null) types.add(type)
    }
  }
  return [...found].map(([name, types]) => ({ name, type: commonType(types) }))
}

function commonType(types: ReadonlySet<DataType>): DataType {
  const [only, ...more] = types
  if (only !== undefined && more.length === 0) return only
  const isOneOf = (...all: DataType[]) => types.size > 0 && [...types].every((type) => all.includes(type))
  if (isOneOf('integer', 'double')) return 'double'
  return isOneOf('date', 'datetime') ? 'datetime' : 'text'
}

const date = /^\d{4}-\d\d-\d\d$/
const moment = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?$/

/** Returns `null` if the value does not indicate a type. */
function typeOf(value: unknown, textual: boolean): DataType | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value === 'bigint') return 'integer'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'double'
  if (typeof value !== 'string') return 'json'
  if (date.test(value)) return 'date'
  if (moment.test(value)) return 'datetime'
  if (!textual) return 'text'
  if (value === '') return null
  // A number with leading zeros is a code whose digits matter.
  if (/^-?(?:0|[1-9]\d{0,17})$/.test(value)) return 'integer'
  if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d{1,3})?$/i.test(value)) return 'double'
  return /^(?:true|false)$/i.test(value) ? 'boolean' : 'text'
}
