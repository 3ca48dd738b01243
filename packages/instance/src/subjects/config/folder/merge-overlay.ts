import type { ConfigValues } from '@millwright/contract/wire/config'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { FolderRecord } from './read-records.ts'

/** Records with the members that an overlay has of them, and those that only the overlay has. Lists are replaced as a whole. */
export function mergeOverlay(base: readonly FolderRecord[], overlay: readonly FolderRecord[]): FolderRecord[] {
  const over = new Map(overlay.map((record) => [idOf(record), record]))
  const merged = base.map((record) => {
    const other = over.get(idOf(record))
    over.delete(idOf(record))
    if (other === undefined) return record
    return {
      ...other,
      values: merge(record.values, other.values),
      lineOf: (field: readonly string[]) => (isIn(other.values, field) ? other : record).lineOf(field),
    }
  })
  return [...merged, ...over.values()]
}

const idOf = ({ type, name }: FolderRecord) => `${type}/${name}`

function merge(base: ConfigValues, over: ConfigValues): ConfigValues {
  const merged: Record<string, unknown> = { ...base }
  for (const [name, value] of Object.entries(over)) {
    const before = base[name]
    merged[name] = isRecord(before) && isRecord(value) ? merge(before, value) : value
  }
  return merged
}

function isIn(values: unknown, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return true
  return isRecord(values) && Object.hasOwn(values, name) && isIn(values[name], rest)
}
