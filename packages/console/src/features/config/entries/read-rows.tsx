import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Rows } from '../../../instance/collections.ts'
import { messageOf } from '../../../instance/instance-error.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

interface ReadRowsProps<T> {
  query: Pick<UseQueryResult<Rows<T>>, 'data' | 'error'>
  children: (rows: readonly T[]) => ReactNode
}

/** A page of a list once it was read; until then what stands in its place. */
export function ReadRows<T>({ query: { data, error }, children }: ReadRowsProps<T>) {
  if (data) return children(data.rows)
  return error ? <Banner tone="danger">{messageOf(error)}</Banner> : <Skeleton lines={6} />
}
