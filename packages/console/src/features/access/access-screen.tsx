import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { fileServicesQuery } from '../../instance/file-services.ts'
import { groupServicesQuery } from '../../instance/group-services.ts'
import { serviceListQuery } from '../../instance/service-list.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ObjectScreen } from '../../widgets/explorer/object-screen.tsx'
import { useShown } from '../../widgets/explorer/use-address.ts'
import { Screen } from '../../widgets/list/list-screen/screen.tsx'
import { LoadFailure } from '../../widgets/records/load-failure/load-failure.tsx'
import { accessMessages } from './messages.ts'

const RolesWithAccess = lazy(() =>
  import('./reaching-roles.tsx').then((module) => ({ default: module.RolesWithAccess })),
)

/** Shows which roles can access a service or a part of it, and by which rules; more roles can be granted access. */
export function AccessScreen() {
  const place = useShown()?.place ?? null
  const { data, error, refetch } = useQuery(serviceListQuery)
  const databases = useQuery(groupServicesQuery('database')).data
  const files = useQuery(fileServicesQuery).data
  const service = data?.services.find(({ name }) => name === place?.service)
  if (!place || !service)
    return (
      <Screen title={accessMessages.module}>
        {data ? (
          <EmptyState title={accessMessages.serviceUnknown({ name: place?.service ?? '' })}>
            {accessMessages.maybeDeleted}
          </EmptyState>
        ) : error ? (
          <LoadFailure error={error} text={accessMessages.servicesFailed} onRetry={() => void refetch()} />
        ) : (
          <Skeleton lines={8} />
        )}
      </Screen>
    )
  const isOf = (services: typeof files) => services?.some(({ name }) => name === service.name) === true
  return (
    <ObjectScreen
      place={place}
      of={isOf(databases) ? 'database' : isOf(files) ? 'files' : 'other'}
      service={service.label || service.name}
      pane="access"
    >
      <Suspense fallback={<Skeleton lines={8} />}>
        <RolesWithAccess key={`${service.id} ${place.kind} ${place.name}`} place={place} serviceId={service.id} />
      </Suspense>
    </ObjectScreen>
  )
}
