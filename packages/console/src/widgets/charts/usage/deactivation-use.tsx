import { useQuery } from '@tanstack/react-query'
import { RecentUseNote, recentUse } from './recent-use.tsx'

interface DeactivationUseProps {
  /** For example `system/app`. */
  collection: string
  ids: readonly (number | string)[]
}

/** Shows who used records recently that are about to be deactivated, or nothing if that is unknown. */
export function DeactivationUse({ collection, ids }: DeactivationUseProps) {
  const { data } = useQuery({
    queryKey: ['usage', 'recent', collection, ids],
    queryFn: ({ signal }) => recentUse(collection, ids, signal),
    staleTime: 60_000,
  })
  return <div role="status">{data ? <RecentUseNote use={data} /> : null}</div>
}
