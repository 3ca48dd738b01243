import { createHash } from 'node:crypto'
import type { TableName } from '../../../engines/catalog.ts'

/** The lowest limit of all engines, in bytes; longer names would be truncated and could collide. */
const longest = 63

type KeyKind = 'fk' | 'undx' | 'ndx'

/** Returns the name for a foreign key, a unique key or an index on one column (docs/wire/schema.md). */
export function keyName(kind: KeyKind, { schema, name }: TableName, column: string): string {
  const table = schema === null ? name : `${schema}_${name}`
  const full = `${kind}_${table}_${column}`.replaceAll('.', '_')
  if (Buffer.byteLength(full) <= longest) return full
  const mark = createHash('sha256').update(full).digest('hex').slice(0, 12)
  let start = full
  while (Buffer.byteLength(start) > longest - mark.length - 1) start = start.slice(0, -1)
  return `${start.toWellFormed()}_${mark}`
}
