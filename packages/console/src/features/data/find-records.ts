import type { QueryClient } from '@tanstack/react-query'
import { dataAddress } from './data-address.ts'
import { tableQuery } from './data-queries.ts'
import { identifyingFields, lookupQuery } from './lookup-queries.ts'
import { recordKey } from './table-description.ts'
import type { TablePlace } from './wire-table.ts'

/** A record of a table with its address, its name, and its key. */
export interface FoundRecord {
  readonly to: string
  readonly key: string
  readonly label: string
}

/**
 * Returns the first records of a table that contain a text, searched by the server; none for tables without a key, as those cannot be
 * opened.
 */
export async function findRecords(
  queryClient: QueryClient,
  place: TablePlace,
  text: string,
): Promise<readonly FoundRecord[]> {
  const { table } = await queryClient.fetchQuery(tableQuery(place))
  const { rows } = await queryClient.fetchQuery(lookupQuery(place, table, text, 0))
  const telling = identifyingFields(table).filter(({ name }) => !table.key.includes(name))
  return rows.flatMap((record) => {
    const key = recordKey(record, table.key)
    if (key === null) return []
    const words = telling.flatMap(({ name }) => {
      const value = record[name]
      return typeof value === 'string' || typeof value === 'number' ? [String(value)] : []
    })
    return [{ to: dataAddress(place.service, place.table), key, label: words.slice(0, 3).join(' · ') || key }]
  })
}
