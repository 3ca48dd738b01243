import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Rows } from '../../../instance/collections.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { LoadFailure } from '../../../widgets/records/load-failure/load-failure.tsx'
import { t } from '../messages.ts'

interface ReadRowsProps<T> {
  query: Pick<UseQueryResult<Rows<T>>, 'data' | 'error' | 'refetch'>
  children: (rows: readonly T[]) => ReactNode
}

/** Renders a page of a list once it has loaded, until then a placeholder or the error. */
export function ReadRows<T>({ query: { data, error, refetch }, children }: ReadRowsProps<T>) {
  if (data) return children(data.rows)
  if (!error) return <Skeleton lines={6} />
  return <LoadFailure error={error} text={t.listFailed} onRetry={() => void refetch()} />
}
