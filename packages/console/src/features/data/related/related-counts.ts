import type { ListedService } from '@millwright/contract/wire/root'
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { groupServicesQuery } from '../../../instance/group-services.ts'
import type { GridRecord } from '../../../widgets/data-grid/grid-source.ts'
import { tableDescriptionQuery } from '../data-queries.ts'
import { recordKey, type TableDescription } from '../table-description.ts'
import { countRecords, type TablePlace } from '../wire-table.ts'
import { equalityFilter, isOwning, sharedValues } from './belonging.ts'

/** Maximum number of relations that are counted, with one request each. */
const most = 12

/** Returns the number of related records, by relation, as they load; none for tables that the person may not read. */
export function useRelatedCounts(
  place: TablePlace,
  table: TableDescription,
  record: GridRecord,
): ReadonlyMap<string, number> {
  const client = useQueryClient()
  const owned = table.relations.filter((relation) => isOwning(relation) && relation.ref_table).slice(0, most)
  const away = owned.some((relation) => typeof relation.ref_service_id === 'number')
  const services = useQuery({ ...groupServicesQuery('database'), enabled: away })
  const counts = useQueries({
    queries: owned.map((relation) => ({
      // Below the key of the other table's counts, which are invalidated when its records are created or deleted.
      queryKey: countKey(
        placeIn(services.data, place, relation.ref_service_id, relation.ref_table ?? ''),
        `${place.table} ${recordKey(record, table.key) ?? ''} ${relation.name}`,
      ),
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const target = placeIn(services.data, place, relation.ref_service_id, relation.ref_table ?? '')
        const child = await client.fetchQuery(tableDescriptionQuery(target))
        const values = sharedValues({ place, table, record, relation, target, child })
        if (values === null) return 0
        return countRecords(target, equalityFilter(values), child.key[0] ?? child.fields[0]?.name, signal)
      },
      enabled: !away || services.data !== undefined,
      staleTime: 30_000,
      retry: false,
    })),
  })
  return new Map(
    owned.flatMap(({ name }, at) => {
      const count = counts[at]?.data
      return typeof count === 'number' ? [[name, count] as const] : []
    }),
  )
}

function countKey({ service, table }: TablePlace, of: string) {
  return ['data', service, 'count', table, of] as const
}

/** Returns the table of a relation, which is in another service if the relation names a known one. */
export function placeIn(
  services: readonly ListedService[] | undefined,
  { service }: TablePlace,
  elsewhere: number | null | undefined,
  table: string,
): TablePlace {
  const other = typeof elsewhere === 'number' ? services?.find(({ id }) => id === elsewhere)?.name : undefined
  return { service: other ?? service, table }
}
