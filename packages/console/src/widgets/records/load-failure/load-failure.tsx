import { useEffect } from 'react'
import { InstanceError, messageOf } from '../../../instance/instance-error.ts'
import { type NotificationType, notify } from '../../../notifications/notify.ts'
import { RetryBanner } from '../../../ui/retry-banner.tsx'
import { t } from './messages.ts'

interface LoadFailureProps {
  error: unknown
  /** Message for an error response. */
  text: string
  onRetry: () => void
}

/** Shown instead of content that failed to load: the reason and a button to retry. */
export function LoadFailure({ error, text, onRetry }: LoadFailureProps) {
  const title = isUnreachable(error) ? t.instanceAway : text
  const reason = isUnreachable(error) ? t.continuesHelp : messageOf(error)
  return (
    <RetryBanner title={title} onRetry={onRetry}>
      {reason === title ? '' : reason}
    </RetryBanner>
  )
}

interface FailureNotice {
  readonly module: string
  readonly text: string
  readonly type?: NotificationType
}

/** Reports once per failure that a tab failed to load. A lost connection is reported for the whole console. */
export function useLoadFailure(error: unknown, { module, text, type = 'error' }: FailureNotice): void {
  const shouldReport = error !== null && error !== undefined && !isUnreachable(error)
  useEffect(() => {
    if (shouldReport) notify({ type, title: module, text, tag: `load-${module}` })
  }, [shouldReport, module, text, type])
}

function isUnreachable(error: unknown): boolean {
  return error instanceof InstanceError && error.kind === 'unreachable'
}
