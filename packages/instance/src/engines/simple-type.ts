import type { RawColumn } from './catalog.ts'
import type { Engine } from './engine.ts'

type Typed = Pick<RawColumn, 'dbType' | 'length' | 'precision'>

/** The simple type that an engine's own type stands for, by its word alone (docs/wire/schema.md). */
export function simpleType(engine: Engine['name'], column: Typed): string {
  const { dbType } = column
  const word = typeWord(dbType)
  const size = column.length ?? column.precision ?? sizeIn(dbType)
  if (engine === 'pgsql') return postgresType(word, size) ?? commonType(word, size)
  if (engine === 'mysql' && word === 'bit' && size !== null && size > 1) return size < 32 ? 'integer' : 'bigint'
  if (engine === 'sqlsrv') return sqlServerTypes.get(word) ?? commonType(word, size)
  return commonType(word, size)
}

/** In lower case, without sizes, and without what MySQL puts behind a number. */
export function typeWord(dbType: string): string {
  return dbType
    .toLowerCase()
    .replace(/\([^)]*\)/g, '')
    .replace(/\b(unsigned|signed|zerofill|identity)\b/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

function sizeIn(dbType: string): number | null {
  const size = /\(\s*(\d+)/.exec(dbType)?.[1]
  return size === undefined ? null : Number(size)
}

function commonType(word: string, size: number | null): string {
  if (word === 'bit' && size !== null && size > 1) return 'binary'
  if (word === 'bit' || word.includes('bool')) return 'boolean'
  if ((integers.has(word) || word === 'number') && size === 1) return 'boolean'
  if (decimals.has(word)) return 'decimal'
  if (word.includes('double')) return 'double'
  if (word === 'real' || word.includes('float')) return size === 53 ? 'double' : 'float'
  if (word.includes('money')) return 'money'
  if (integers.has(word)) return 'integer'
  if (bigIntegers.has(word)) return 'bigint'
  if (word.includes('timestamp') || word === 'datetimeoffset') return 'timestamp'
  if (word.includes('datetime')) return 'datetime'
  if (word === 'date') return 'date'
  if (word.includes('time') && word !== 'timeuuid') return 'time'
  if (word.includes('binary') || word.includes('blob') || word === 'bytea') return 'binary'
  if (word.includes('clob') || word.includes('text')) return 'text'
  return word === 'uuid' || word === 'timeuuid' ? word : 'string'
}

const integers = new Set([
  'tinyint',
  'smallint',
  'mediumint',
  'int',
  'integer',
  'serial',
  'smallserial',
  'int2',
  'int4',
])
const bigIntegers = new Set(['bigint', 'varint', 'bigserial', 'serial8', 'int8'])
const decimals = new Set(['decimal', 'dec', 'numeric', 'fixed', 'percent'])

/** Where PostgreSQL's words mean something else; null: as everywhere. */
function postgresType(word: string, size: number | null): string | null {
  if (word.endsWith('[]') || word.endsWith('array') || word.startsWith('_')) return 'string'
  if (word === 'bit varying' || (word === 'bit' && size !== null && size > 1)) return 'string'
  if (word === 'real' || word.includes('float') || word.includes('double')) return 'double'
  if (word.endsWith('with time zone')) return word.startsWith('timestamp') ? 'timestamptz' : 'timetz'
  return word.includes('text') || word === 'interval' ? 'string' : null
}

const sqlServerTypes: ReadonlyMap<string, string> = new Map([
  // A number that grows with each write of the row; no moment.
  ['timestamp', 'binary'],
  ['rowversion', 'binary'],
  ['image', 'binary'],
  ['uniqueidentifier', 'uuid'],
])
