import { useQuery } from '@tanstack/react-query'
import { Skeleton } from '../../ui/skeleton.tsx'
import { LoadFailure } from '../../widgets/load-failure/load-failure.tsx'
import { tableQuery } from './data-queries.ts'
import { RecordsView } from './records-view.tsx'
import type { TablePlace } from './wire-table.ts'

/** A table, once it is known what it is. */
export function TableView({ place }: { place: TablePlace }) {
  const { data, error, refetch } = useQuery(tableQuery(place))
  if (data) return <RecordsView place={place} opened={data} />
  if (!error) return <Skeleton lines={12} />
  return <LoadFailure error={error} text="The records could not be read." onRetry={() => void refetch()} />
}
