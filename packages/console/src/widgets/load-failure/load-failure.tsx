import { useEffect } from 'react'
import { InstanceError, messageOf } from '../../instance/instance-error.ts'
import { type NotificationType, notify } from '../../notifications/notify.ts'
import { RetryBanner } from '../../ui/retry-banner.tsx'
import { t } from './messages.ts'

interface LoadFailureProps {
  error: unknown
  /** What is said of a refusal. */
  text: string
  onRetry: () => void
}

/** In the place of what could not be read: the reason, and a way to try once more. */
export function LoadFailure({ error, text, onRetry }: LoadFailureProps) {
  const title = isUnreachable(error) ? t.notLoadedTheInstanceDoes : text
  const reason = isUnreachable(error) ? t.thisGoesOnByItself : messageOf(error)
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

/** Tells that a tab could not be read, once a failure. Of a lost connection the whole console is told at once. */
export function useLoadFailure(error: unknown, { module, text, type = 'error' }: FailureNotice): void {
  const told = error !== null && error !== undefined && !isUnreachable(error)
  useEffect(() => {
    if (told) notify({ type, title: module, text, tag: `load-${module}` })
  }, [told, module, text, type])
}

function isUnreachable(error: unknown): boolean {
  return error instanceof InstanceError && error.kind === 'unreachable'
}
