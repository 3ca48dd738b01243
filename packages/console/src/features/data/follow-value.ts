import type { QueryClient } from '@tanstack/react-query'
import { type DataSearch, dataAddress, writeRecordConditions } from './data-address.ts'
import { tableDescriptionQuery } from './data-queries.ts'
import { referenceOf, referredField, type TableDescription } from './table-description.ts'
import type { TablePlace, WireField } from './wire-table.ts'

export interface FollowedValue {
  readonly to: string
  readonly search: DataSearch
}

/** Returns the address of the record that a value references, in its own table; `null` if the field is not a reference. */
export async function followedValue(
  client: QueryClient,
  place: TablePlace,
  table: TableDescription,
  field: WireField,
  value: unknown,
): Promise<FollowedValue | null> {
  const target = referenceOf(place, table, field)
  if (!target || value === null || value === undefined) return null
  const other = await client.fetchQuery(tableDescriptionQuery(target))
  const key = referredField(other, field)
  const text = String(value)
  const filter = writeRecordConditions([{ field: key, operator: '=', value: text }])
  const isKey = other.key.length === 1 && other.key[0] === key
  return { to: dataAddress(target.service, target.table), search: isKey ? { record: text } : { filter } }
}
