import type { BoundValue, Statement } from '../statement.ts'

/** A value as the driver has to declare it. */
export interface SqlServerParameter {
  readonly name: string
  readonly type: 'Int' | 'BigInt' | 'Float' | 'Bit' | 'NVarChar' | 'VarBinary'
  readonly value: string | number | boolean | Buffer
}

/**
 * A statement with its values declared. NULL is written into the text: it has no type of its own, and declared as one the server would not store it
 * in columns of every other. Identifiers and quoted texts stay as they are, whatever is in them.
 */
export function declared({ sql, values }: Statement): { sql: string; parameters: SqlServerParameter[] } {
  const parameters = values.flatMap((value, index) =>
    value === null ? [] : [{ name: `p${index + 1}`, ...typed(value) }],
  )
  if (parameters.length === values.length) return { sql, parameters }
  const text = sql.replace(/\[(?:[^\]]|\]\])*\]|'(?:[^']|'')*'|@p(\d+)/g, (found, place: string | undefined) =>
    place !== undefined && values[Number(place) - 1] === null ? 'NULL' : found,
  )
  return { sql: text, parameters }
}

const maxInt = 2 ** 31 - 1
const maxBigInt = 2n ** 63n - 1n

function typed(value: NonNullable<BoundValue>): Omit<SqlServerParameter, 'name'> {
  if (typeof value === 'string') return { type: 'NVarChar', value }
  if (typeof value === 'boolean') return { type: 'Bit', value }
  if (value instanceof Uint8Array) return { type: 'VarBinary', value: Buffer.from(value) }
  if (typeof value === 'bigint') {
    const fits = value <= maxBigInt && value >= -maxBigInt - 1n
    return { type: fits ? 'BigInt' : 'NVarChar', value: String(value) }
  }
  if (!Number.isSafeInteger(value)) return { type: 'Float', value }
  return Math.abs(value) <= maxInt ? { type: 'Int', value } : { type: 'BigInt', value: String(value) }
}
