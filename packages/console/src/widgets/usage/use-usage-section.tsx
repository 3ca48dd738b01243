import { lazy, Suspense } from 'react'
import { hasFeature, useEnvironment } from '../../instance/environment.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { EditorSection } from '../editor-frame/editor-form.tsx'
import { t } from './messages.ts'
import type { UsageSubject } from './usage-section.tsx'

const UsageSection = lazy(() => import('./usage-section.tsx').then((module) => ({ default: module.UsageSection })))

/** The part of a form that tells how its record is used; none of a new record, and where the instance does not count calls. */
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
