import { useQuery } from '@tanstack/react-query'
import { groupServicesQuery } from '../../../instance/group-services.ts'
import { messageOf } from '../../../instance/instance-error.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { tableQuery } from '../data-queries.ts'
import { describeTable } from '../table-description.ts'
import type { TablePlace } from '../wire-table.ts'
import { type Belonging, ownsRecords, sharedValues } from './belonging.ts'
import { junctionOf } from './junction.ts'
import { RelatedView, type RelatedViewProps } from './related-view.tsx'

type OpenedRelationProps = Pick<Belonging, 'place' | 'table' | 'record' | 'relation'> &
  Omit<RelatedViewProps, 'belonging' | 'junction'>

/** A relation, once it is known what is on its other side, and between. */
export function OpenedRelation({ place, table, record, relation, ...shared }: OpenedRelationProps) {
  const target = usePlace(place, relation.ref_service_id, relation.ref_table)
  const between = usePlace(place, relation.junction_service_id, relation.junction_table)
  const other = useQuery({ ...tableQuery(target ?? place), enabled: target !== null })
  const junction = useQuery({ ...tableQuery(between ?? place), enabled: between !== null })
  if (other.error)
    return (
      <Banner tone="danger" title="The records could not be read.">
        {messageOf(other.error)}
      </Banner>
    )
  if (!target || !other.data || junction.isLoading) return <Skeleton lines={6} />
  const known = other.data.table
  const described = known.fields.length > 0 ? known : describeTable(target.table, null, other.data.first)
  const belonging = { place, table, record, relation, target, child: described }
  const given = ownsRecords(relation) ? sharedValues(belonging) : null
  return (
    <RelatedView
      belonging={{ ...belonging, child: { ...described, given: given ?? {} } }}
      junction={between && junction.data ? junctionOf(belonging, between, junction.data.table) : null}
      {...shared}
    />
  )
}

/** A table, which may be in another service; null while that is not known, or where there is none. */
function usePlace(
  { service }: TablePlace,
  elsewhere: number | null | undefined,
  table: string | null | undefined,
): TablePlace | null {
  const away = Boolean(table) && typeof elsewhere === 'number'
  const services = useQuery({ ...groupServicesQuery('database'), enabled: away })
  if (!table) return null
  if (!away || services.error) return { service, table }
  if (!services.data) return null
  return { service: services.data.find(({ id }) => id === elsewhere)?.name ?? service, table }
}
