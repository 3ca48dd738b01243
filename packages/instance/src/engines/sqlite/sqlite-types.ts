import { commonSimpleType, wordAndSize } from '@millwright/connector/engine/column-type'
import type { OwnType } from '@millwright/connector/engine/engine'

/** How SQLite converts and compares the values of a column. */
export type Affinity = 'INTEGER' | 'TEXT' | 'BLOB' | 'REAL' | 'NUMERIC'

/** SQLite's own rule: the first of these parts that the declared type contains decides, whatever else it says. */
export function affinityOf(declared: string): Affinity {
  const type = declared.toUpperCase()
  if (type.includes('INT')) return 'INTEGER'
  if (/CHAR|CLOB|TEXT/.test(type)) return 'TEXT'
  if (type === '' || type.includes('BLOB')) return 'BLOB'
  return /REAL|FLOA|DOUB/.test(type) ? 'REAL' : 'NUMERIC'
}

/**
 * The simple type of a declared type (docs/wire/types.md). Where the affinity lets values of several kinds stand side by side, and the
 * words promise none of them, it is `any`: so are computed columns of views, columns without a type, and `STRING`, which SQLite
 * takes for a numeric type.
 */
export function sqliteSimpleType(column: OwnType): string {
  const { word } = wordAndSize(column)
  const common = commonSimpleType(column)
  switch (affinityOf(column.dbType)) {
    case 'INTEGER':
      return integer.test(word) ? (common === 'boolean' ? common : wide.test(word) ? 'bigint' : 'integer') : 'any'
    case 'TEXT':
      return /clob|text/.test(word) ? 'text' : 'string'
    case 'BLOB':
      return word === '' ? 'any' : 'binary'
    case 'REAL':
      return common === 'float' ? common : 'double'
    case 'NUMERIC':
      if (word === 'num' || word === 'number') return common === 'boolean' ? common : 'decimal'
      return common === 'string' && !/^jsonb?$/.test(word) ? 'any' : common
  }
}

const integer = /^(?:tiny|small|medium|big ?|var)?int(?:eger|2|4|8)?$/
const wide = /^(?:big|var)|8$/
