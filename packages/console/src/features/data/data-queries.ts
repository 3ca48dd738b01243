import { queryOptions } from '@tanstack/react-query'
import { InstanceError } from '../../instance/instance-error.ts'
import { send } from '../../instance/send.ts'
import { schemaKey } from '../../instance/service-tables.ts'
import type { GridRecord } from '../../widgets/grid/grid-source.ts'
import { windowSize } from '../../widgets/grid/row-windows.ts'
import { describeTable, type TableDescription } from './table-description.ts'
import { readRecords, type TablePlace, type WireTable } from './wire-table.ts'

export interface OpenedTable {
  readonly table: TableDescription
  /** The first records by key, unless the address has a query. */
  readonly first: readonly GridRecord[]
}

/** The description of a table, loaded with its first records in one request; from `_schema` if the server does not return it with them. */
export function tableQuery(place: TablePlace) {
  return queryOptions({
    queryKey: ['data', place.service, 'table', place.table] as const,
    queryFn: async ({ signal }): Promise<OpenedTable> => {
      const params = { limit: windowSize, offset: 0, fields: '*', include_schema: true }
      const { rows, schema } = await readRecords(place, params, signal)
      const known = schema ?? (await readDescription(place, signal))
      return { table: describeTable(place.table, known, rows), first: rows }
    },
    // Loaded once whenever a table is opened: pending edits depend on it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/** The description of a referenced table, without records. */
export function tableDescriptionQuery(place: TablePlace) {
  return queryOptions({
    queryKey: [...schemaKey(place.service), 'described', place.table],
    queryFn: async ({ signal }): Promise<TableDescription> => {
      const { rows, schema } = await readRecords(place, { limit: 1, fields: '*', include_schema: true }, signal)
      return describeTable(place.table, schema ?? (await readDescription(place, signal)), rows)
    },
    staleTime: 300_000,
  })
}

/** Resolves to `null` if the caller may not read it, or the server has none. */
async function readDescription({ service, table }: TablePlace, signal: AbortSignal): Promise<WireTable | null> {
  try {
    const path = `${encodeURIComponent(service)}/_schema/${encodeURIComponent(table)}`
    return (await send<WireTable>({ verb: 'GET', path, signal })).data
  } catch (error) {
    if (error instanceof InstanceError && error.kind === 'refused') return null
    throw error
  }
}
