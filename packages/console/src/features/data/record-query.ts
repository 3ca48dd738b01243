import { queryOptions } from '@tanstack/react-query'
import type { GridRow } from '../../widgets/data-grid/grid-source.ts'
import { equals } from './record-filter.ts'
import { recordKey, type TableDescription } from './table-description.ts'
import { readRecords, type TablePlace } from './wire-table.ts'

/** A record by its key, for addresses of records that the grid has not read; null when there is none. */
export function recordQuery(place: TablePlace, table: TableDescription, key: string) {
  return queryOptions({
    queryKey: ['data', place.service, 'record', place.table, key] as const,
    queryFn: async ({ signal }): Promise<GridRow | null> => {
      const values = table.key.length === 1 ? [key] : keyValues(key)
      if (values.length !== table.key.length || values.length === 0) return null
      const parts = table.key.map((field, at) => equals(field, values[at]))
      const filter = parts.length > 1 ? parts.map((part) => `(${part})`).join(' AND ') : (parts[0] ?? null)
      const { rows } = await readRecords(place, { filter, limit: 1, fields: '*' }, signal)
      const [record] = rows
      return record ? { key: recordKey(record, table.key) ?? key, record } : null
    },
    gcTime: 0,
  })
}

function keyValues(key: string): readonly unknown[] {
  try {
    const values: unknown = JSON.parse(key)
    return Array.isArray(values) ? values : []
  } catch {
    return []
  }
}
