import type { DatabaseRow } from '../statement.ts'

/** A type with its sizes, as it is spelled in a definition, from a row of the catalog; lengths there are in bytes, -1 without a bound. */
export function sqlServerType({ type, bytes, precision, scale }: DatabaseRow): SqlServerType {
  const base = String(type).toLowerCase()
  if (base === 'decimal' || base === 'numeric') {
    return {
      dbType: `${base}(${precision},${scale})`,
      length: null,
      precision: Number(precision),
      scale: Number(scale),
    }
  }
  if (base === 'time' || base === 'datetime2' || base === 'datetimeoffset') {
    return { dbType: `${base}(${scale})`, length: null, precision: Number(scale), scale: null }
  }
  if (!/^n?(?:var)?char$|^(?:var)?binary$/.test(base))
    return { dbType: base, length: null, precision: null, scale: null }
  const length = base.startsWith('n') ? Number(bytes) / 2 : Number(bytes)
  return length < 0
    ? { dbType: `${base}(max)`, length: null, precision: null, scale: null }
    : { dbType: `${base}(${length})`, length, precision: null, scale: null }
}

interface SqlServerType {
  readonly dbType: string
  readonly length: number | null
  readonly precision: number | null
  readonly scale: number | null
}
