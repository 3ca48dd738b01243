import { lazy, Suspense } from 'react'
import { hasFeature, useEnvironment } from '../../instance/environment.ts'

const DeactivationUse = lazy(() =>
  import('./deactivation-use.tsx').then((module) => ({ default: module.DeactivationUse })),
)

interface SwitchingOffProps {
  /** `system/app` */
  collection: string
  /** Of what is about to be switched off; empty: nothing is. */
  ids: readonly (number | string)[]
}

/** What was used lately of what is about to be switched off, where the instance counts calls. */
export function SwitchingOff({ collection, ids }: SwitchingOffProps) {
  const counts = hasFeature(useEnvironment(), 'usage')
  if (!counts || ids.length === 0) return null
  return (
    <Suspense fallback={null}>
      <DeactivationUse collection={collection} ids={ids} />
    </Suspense>
  )
}
