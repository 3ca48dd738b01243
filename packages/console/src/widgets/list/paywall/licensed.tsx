import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { systemResourcesQuery } from '../../../instance/system-resources.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { ListDeclaration, ListMessages } from '../../records/list-declaration/declaration.ts'
import { LoadFailure } from '../../records/load-failure/load-failure.tsx'
import { useReturnHomeOnError } from '../record-list/use-leave-when-refused.ts'

const Paywall = lazy(() => import('./paywall.tsx').then((module) => ({ default: module.Paywall })))

interface LicensedProps {
  /** Names under `system` that show that the licence includes the tab; one of them suffices. */
  resources: readonly string[]
  serviceName: string
  /** The English name. */
  name: string
  level: 'SILVER' | 'GOLD'
  messages: Pick<ListMessages, 'module' | 'loadFailed' | 'noAccess'>
  /** Which errors return home; any by default. */
  returnHomeOn?: ListDeclaration<never>['returnHomeOn']
  children: ReactNode
}

/** The content of a tab if the instance's licence includes it, or else what is required. */
export function Licensed({
  resources,
  serviceName,
  name,
  level,
  messages,
  returnHomeOn = 'any-refusal',
  children,
}: LicensedProps) {
  const { data, error, refetch } = useQuery(systemResourcesQuery)
  useReturnHomeOnError({ messages, returnHomeOn }, data ? null : error, false)
  if (data && resources.some((name) => data.includes(name))) return children
  if (data)
    return (
      <Suspense fallback={<Skeleton lines={8} />}>
        <Paywall {...{ serviceName, name, level }} />
      </Suspense>
    )
  if (!error) return <Skeleton lines={8} />
  return <LoadFailure error={error} text={messages.loadFailed} onRetry={() => void refetch()} />
}
