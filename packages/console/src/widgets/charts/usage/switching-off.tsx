import { lazy, Suspense } from 'react'
import { hasFeature, useEnvironment } from '../../../instance/environment.ts'

const DeactivationUse = lazy(() =>
  import('./deactivation-use.tsx').then((module) => ({ default: module.DeactivationUse })),
)

interface SwitchingOffProps {
  /** For example `system/app`. */
  collection: string
  /** Ids of the records that are about to be deactivated, if any. */
  ids: readonly (number | string)[]
}

/** Shows recent use of records that are about to be deactivated, if the instance counts requests. */
export function DeactivationWarning({ collection, ids }: SwitchingOffProps) {
  const counts = hasFeature(useEnvironment(), 'usage')
  if (!counts || ids.length === 0) return null
  return (
    <Suspense fallback={null}>
      <DeactivationUse collection={collection} ids={ids} />
    </Suspense>
  )
}
