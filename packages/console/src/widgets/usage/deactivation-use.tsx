import { useQuery } from '@tanstack/react-query'
import { recentUse } from './recent-use.ts'
import { RecentUseNote } from './recent-use-note.tsx'

interface DeactivationUseProps {
  /** `system/app` */
  collection: string
  ids: readonly (number | string)[]
}

/** Says who would notice that something is switched off; nothing where nobody can tell. */
export function DeactivationUse({ collection, ids }: DeactivationUseProps) {
  const { data } = useQuery({
    queryKey: ['usage', 'recent', collection, ids],
    queryFn: ({ signal }) => recentUse(collection, ids, signal),
    staleTime: 60_000,
    retry: false,
  })
  return <div role="status">{data ? <RecentUseNote use={data} /> : null}</div>
}
