import { lazy, Suspense } from 'react'
import type { Loaded } from '../../instance/collections.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import type { Draft, DraftLabels, Side } from './draft.ts'
import type { Trouble } from './use-form.ts'

const ConflictChoice = lazy(() =>
  import('./conflict-choice.tsx').then((module) => ({ default: module.ConflictChoice })),
)

interface TroubleNoticeProps<R, D extends Draft> {
  trouble: Trouble<R> | null
  one: string
  before: D
  draft: D
  toDraft: (record: R | null) => D
  labels: DraftLabels<D>
  saving: boolean
  onRetry: () => void
  onStartAnew: () => void
  onClose: () => void
  onResolve: (theirs: Loaded<R>, choices: ReadonlyMap<string, Side>) => void
}

/** Says what came between a form and its record, and offers the ways on. */
export function TroubleNotice<R, D extends Draft>(props: TroubleNoticeProps<R, D>) {
  const { trouble, one } = props
  if (!trouble) return null
  switch (trouble.kind) {
    case 'offline':
      return (
        <Banner
          tone="warning"
          title="Not saved: the instance cannot be reached."
          actions={
            <Button size="small" loading={props.saving} onClick={props.onRetry}>
              Try again
            </Button>
          }
        >
          Everything you typed is still here. Save again when the instance is back.
        </Banner>
      )
    case 'gone':
      return (
        <Banner
          tone="warning"
          title={`This ${one} was deleted by somebody else.`}
          actions={
            <>
              <Button size="small" onClick={props.onStartAnew}>
                Create it again
              </Button>
              <Button size="small" variant="quiet" onClick={props.onClose}>
                Close
              </Button>
            </>
          }
        >
          What you typed is still here and can be saved as a new {one}.
        </Banner>
      )
    case 'conflict':
      return (
        <Suspense fallback={null}>
          <ConflictChoice
            one={one}
            base={props.before}
            mine={props.draft}
            theirs={props.toDraft(trouble.theirs.record)}
            labels={props.labels}
            saving={props.saving}
            onResolve={(choices) => props.onResolve(trouble.theirs, choices)}
          />
        </Suspense>
      )
  }
}
