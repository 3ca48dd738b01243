import type { TypedColumn } from '../schema-dialect.ts'
import { withScale, withSize } from '../type-text.ts'

/** Simple types as SQLite's columns have them; it keeps any word, and reads them by what they contain (docs/wire/schema.md). */
export function sqliteType(column: TypedColumn): string | null {
  const { type, length, precision, scale } = column
  const word = words[type]
  if (word !== undefined) return word
  if (type === 'string') return `${stringWord(column)}(${length ?? 255})`
  if (sized.has(type)) return withSize(type, length ?? precision)
  if (type === 'decimal' || type === 'numeric') return withScale(type, precision ?? length, scale)
  return kept.has(type) ? type : null
}

const words: Readonly<Record<string, string>> = {
  id: 'integer',
  bigid: 'integer',
  mediumid: 'integer',
  smallid: 'integer',
  reference: 'integer',
  user_id: 'integer',
  user_id_on_create: 'integer',
  user_id_on_update: 'integer',
  integer: 'integer',
  timestamp: 'timestamp',
  timestamp_on_create: 'timestamp',
  timestamp_on_update: 'timestamp',
  boolean: 'tinyint(1)',
  text: 'text',
  float: 'float',
  double: 'double',
  money: 'decimal(19,4)',
  binary: 'blob',
  date: 'date',
  time: 'time',
  datetime: 'datetime',
}

const sized = new Set(['tinyint', 'smallint', 'mediumint', 'int', 'bigint'])
const kept = new Set(['datetimetz', 'timestamptz', 'timetz', 'json', 'jsonb', 'uuid', 'longtext', 'mediumtext'])

function stringWord({ fixedLength, multibyte }: TypedColumn): string {
  if (multibyte) return fixedLength ? 'nchar' : 'nvarchar'
  return fixedLength ? 'char' : 'varchar'
}
