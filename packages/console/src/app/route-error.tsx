import { IconCloudOff, IconLock, IconMoodPuzzled, IconZoomQuestion } from '@tabler/icons-react'
import { type ErrorComponentProps, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { InstanceError, messageOf } from '../instance/instance-error.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { commonWords } from '../words/messages.ts'
import { ChunkLoadError, isChunkLoadError, isPageReachable } from './lazy-page.ts'
import { t } from './messages.ts'
import { NotAllowed } from './not-allowed.ts'

/** Milliseconds between checks whether the instance responds again. */
const retryEvery = 4000

type Fault = 'not-allowed' | 'not-found' | 'unreachable' | 'not-loaded' | 'unexpected'

/** Classifies the error that prevented a page from opening. */
function classifyError(error: unknown): Fault {
  if (error instanceof NotAllowed) return 'not-allowed'
  if (!(error instanceof InstanceError)) return isChunkLoadError(error) ? 'not-loaded' : 'unexpected'
  if (error.kind === 'unreachable') return 'unreachable'
  if (error.status === 401 || error.status === 403) return 'not-allowed'
  return error.status === 404 ? 'not-found' : 'unexpected'
}

const faults = {
  'not-allowed': {
    icon: <IconLock />,
    title: t.noAccessTitle,
  },
  'not-found': {
    icon: <IconZoomQuestion />,
    title: t.pageNotFound,
  },
  unreachable: {
    icon: <IconCloudOff />,
    title: t.instanceAway,
  },
  'not-loaded': {
    icon: <IconCloudOff />,
    title: t.pageFailedTitle,
  },
  unexpected: {
    icon: <IconMoodPuzzled />,
    title: t.pageFailedTitle,
  },
} satisfies Record<Fault, object>

/** Replaces a page that could not be opened. Input elsewhere is not affected. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const navigate = useNavigate()
  const [trying, setTrying] = useState(false)
  const fault = classifyError(error)
  const isAway = fault === 'unreachable' || (error instanceof ChunkLoadError && error.isOffline)

  const tryAgain = async () => {
    setTrying(true)
    if (fault === 'not-loaded') await reload()
    else {
      reset()
      await router.invalidate()
    }
    setTrying(false)
  }

  // Retries automatically once the instance responds.
  const lookAgain = useEffectEvent(() => void tryAgain())
  useEffect(() => {
    if (!isAway) return
    const timer = setInterval(lookAgain, retryEvery)
    return () => clearInterval(timer)
  }, [isAway])

  return (
    <EmptyState
      icon={faults[fault].icon}
      title={faults[fault].title}
      heading="h1"
      actions={
        <>
          <Button variant="primary" loading={trying} onClick={() => void tryAgain()}>
            {commonWords.tryAgain}
          </Button>
          {fault === 'unreachable' ? null : <Button onClick={() => void navigate({ to: '/' })}>{t.goToHome2}</Button>}
        </>
      }
    >
      {explain(fault, error)}
    </EmptyState>
  )
}

/** Browsers do not retry a failed import within a page, so the page is reloaded, but only if the server responds. */
async function reload(): Promise<void> {
  if (await isPageReachable()) window.location.reload()
}

/** The error page without a frame, for when nothing could be opened. */
export function StartError(props: ErrorComponentProps) {
  return (
    <main>
      <RouteError {...props} />
    </main>
  )
}

function explain(fault: Fault, error: unknown): string {
  if (fault === 'unreachable') return t.instanceAwayHelp
  if (fault === 'not-loaded') return t.pageLoadFailed
  if (fault === 'not-allowed') return t.askAdministrator({ reason: messageOf(error) })
  return messageOf(error)
}
