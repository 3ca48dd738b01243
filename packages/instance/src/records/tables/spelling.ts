import type { BoundValue } from '../../engines/statement.ts'
import type { EngineName } from '../values/read-value.ts'
import type { ValueFamily } from '../values/value-family.ts'

/** How an engine says what only the reading of records needs. */
export interface Spelling {
  /** A value of any type as the text that the database prints. */
  asText(expression: string): string
  /** Whether LIKE takes a column of this type as it is. */
  isText(dbType: string): boolean
  /** A placeholder beside an expression of a family, its type told where the engine would choose one that is too small. */
  operand(placeholder: string, family: ValueFamily): string
  /** A condition that holds for any number of values, bound as one, with the same text; null: they are listed one by one. */
  readonly among: Among | null
}

interface Among {
  readonly families: ReadonlySet<ValueFamily>
  sql(expression: string, placeholder: string, family: ValueFamily): string
  list(values: readonly BoundValue[]): BoundValue
}

const listed: ReadonlySet<ValueFamily> = new Set(['integer', 'boolean', 'decimal', 'float', 'moment', 'text'])

const sqlite: Spelling = {
  asText: (expression) => `CAST(${expression} AS TEXT)`,
  isText: () => true,
  operand: (placeholder) => placeholder,
  among: {
    families: listed,
    sql: (expression, placeholder) => `${expression} IN (SELECT value FROM json_each(${placeholder}))`,
    list: jsonList,
  },
}

const pgsql: Spelling = {
  asText: (expression) => `CAST(${expression} AS text)`,
  isText: (dbType) => /^(?:(?:national )?char|varchar|character|text|citext|bpchar|name\b)/i.test(dbType),
  operand: (placeholder, family) => (family === 'integer' ? `${placeholder}::bigint` : placeholder),
  among: {
    families: listed,
    sql: (expression, placeholder, family) =>
      `${expression} = ANY(${placeholder}${family === 'integer' ? '::bigint[]' : ''})`,
    list: (values) => `{${values.map(arrayItem).join(',')}}`,
  },
}

const mysql: Spelling = {
  asText: (expression) => `CAST(${expression} AS CHAR)`,
  isText: (dbType) => /char|text|enum|set/i.test(dbType),
  // A decimal beside a text would be compared as a double.
  operand: (placeholder, family) => (family === 'decimal' ? `CAST(${placeholder} AS DECIMAL(65,30))` : placeholder),
  among: null,
}

const sqlsrv: Spelling = {
  asText: (expression) => `CAST(${expression} AS nvarchar(max))`,
  isText: (dbType) => /char|text/i.test(dbType),
  operand: (placeholder) => placeholder,
  among: {
    families: new Set(['integer', 'text']),
    sql: (expression, placeholder, family) =>
      `${expression} IN (SELECT value FROM OPENJSON(${placeholder}) WITH (value ${family === 'integer' ? 'bigint' : 'nvarchar(4000)'} '$'))`,
    list: jsonList,
  },
}

const spellings: Readonly<Record<EngineName, Spelling>> = { sqlite, pgsql, mysql, sqlsrv }

export function spellingOf(engine: EngineName): Spelling {
  return spellings[engine]
}

function jsonList(values: readonly BoundValue[]): string {
  return `[${values.map((value) => (typeof value === 'bigint' ? String(value) : JSON.stringify(value))).join(',')}]`
}

function arrayItem(value: BoundValue): string {
  return value === null ? 'NULL' : `"${String(value).replace(/[\\"]/g, '\\$&')}"`
}
