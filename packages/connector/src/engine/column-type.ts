import type { OwnType } from './engine.ts'

/** A parsed column type, such as `decimal(10,2) unsigned`: the words in lower case, and the numbers in parentheses. */
export interface ColumnType {
  readonly base: string
  readonly sizes: readonly number[]
}

export function readColumnType(text: string): ColumnType {
  const lower = text.trim().toLowerCase()
  const found = /^([^(]*?)\s*\(([^)]*)\)\s*(.*)$/s.exec(lower)
  if (found === null) return { base: lower, sizes: [] }
  const [, before = '', inside = '', after = ''] = found
  const sizes = inside.split(',').map((size) => Number(size.trim()))
  return {
    base: `${before} ${after}`.trim(),
    sizes: sizes.every(Number.isInteger) && inside.trim() !== '' ? sizes : [],
  }
}

/**
 * Sizes of a column: number of characters or display width as `length`, digits as `precision` and `scale`, fractional seconds as
 * `precision`.
 */
export interface ColumnSizes {
  readonly length: number | null
  readonly precision: number | null
  readonly scale: number | null
}

export function columnSizes({ base, sizes }: ColumnType): ColumnSizes {
  const [first = null, second = null] = sizes
  if (first === null) return { length: null, precision: null, scale: null }
  if (/time|interval/.test(base)) return { length: null, precision: first, scale: null }
  if (placed.test(base)) return { length: null, precision: first, scale: second ?? 0 }
  return { length: first, precision: null, scale: null }
}

const placed = /dec|numeric|number|money|float|double|real|percent/

/** `int(11)`, or only the word. */
export function withSize(word: string, size: number | null): string {
  return size === null ? word : `${word}(${size})`
}

/** `decimal(10,2)`, `decimal(10)`, or only the word. */
export function withScale(word: string, precision: number | null, scale: number | null): string {
  if (precision === null) return word
  return scale === null ? `${word}(${precision})` : `${word}(${precision},${scale})`
}

/** The simple type of a type in most engines, by its word only (docs/wire/schema.md). */
export function commonSimpleType(column: OwnType): string {
  const { word, size } = wordAndSize(column)
  return commonType(word, size)
}

/** The word of a type, and its first size if it has one. */
export function wordAndSize({ dbType, length, precision }: OwnType): { word: string; size: number | null } {
  return { word: typeWord(dbType), size: length ?? precision ?? sizeIn(dbType) }
}

/** The word of a type in lower case, without sizes and without MySQL's suffixes of numeric types. */
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
