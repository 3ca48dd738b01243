import { useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ApiList } from './api-list.tsx'

const ApiPage = lazy(() => import('./api-page.tsx').then((module) => ({ default: module.ApiPage })))
const EndpointPage = lazy(() => import('./endpoint-page.tsx').then((module) => ({ default: module.EndpointPage })))

/** The Custom APIs tab: the list, an API, or one of its endpoints. */
export function CustomApisScreen() {
  const { id: api, entry: endpoint } = useParams({ strict: false })
  if (api === undefined) return <ApiList />
  return (
    <Suspense fallback={<Skeleton lines={8} />}>
      {endpoint === undefined ? (
        <ApiPage key={api} id={api} />
      ) : (
        <EndpointPage key={`${api}/${endpoint}`} api={api} id={endpoint === 'new' ? null : endpoint} />
      )}
    </Suspense>
  )
}
