import { useQuery } from '@tanstack/react-query'
import type { LimitRecord } from './limit-draft.ts'
import { onlyUse, usesQuery } from './limit-use.ts'
import { UseBar } from './use-bar.tsx'

/** The counter of a limit in the list, as it stands now. A limit that counts every user alone has none of its own. */
export function LimitCounter({ limit }: { limit: LimitRecord & { readonly id: number } }) {
  const known = limit.limit_cache_by_limit_id ?? []
  const counts = known.length <= 1
  const { data } = useQuery({ ...usesQuery(limit.id, known), enabled: counts })
  const use = onlyUse(data)
  return use ? <UseBar use={use} label={`Counter of ${limit.name ?? limit.id}`} /> : null
}
