import { lazy, Suspense } from 'react'
import { hasFeature, useEnvironment } from '../../../instance/environment.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { EditorSection } from '../../form/editor-frame/editor-form.tsx'
import { t } from './messages.ts'
import type { UsageSubject } from './usage-section.tsx'

const UsageSection = lazy(() => import('./usage-section.tsx').then((module) => ({ default: module.UsageSection })))

/** The form section with a record's usage; none for new records or if the instance does not count requests. */
export function useUsageSection(subject: UsageSubject | null): readonly EditorSection[] {
  const counts = hasFeature(useEnvironment(), 'usage')
  if (!counts || subject === null) return []
  const content = (
    <Suspense fallback={<Skeleton lines={8} />}>
      <UsageSection subject={subject} />
    </Suspense>
  )
  return [{ id: 'usage', label: t.usage, fields: [], content }]
}
