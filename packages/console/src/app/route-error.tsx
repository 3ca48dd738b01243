import { IconCloudOff, IconLock, IconMoodPuzzled, IconZoomQuestion } from '@tabler/icons-react'
import { type ErrorComponentProps, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { InstanceError, messageOf } from '../instance/instance-error.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { isPageThere, isUnfetched, Unfetched } from './lazy-page.ts'
import { t } from './messages.ts'
import { NotAllowed } from './not-allowed.ts'

/** Milliseconds between looks whether the instance answers again. */
const retryEvery = 4000

type Fault = 'not-allowed' | 'not-found' | 'unreachable' | 'unfetched' | 'unexpected'

/** What a failure to open a page means to the person. */
function faultOf(error: unknown): Fault {
  if (error instanceof NotAllowed) return 'not-allowed'
  if (!(error instanceof InstanceError)) return isUnfetched(error) ? 'unfetched' : 'unexpected'
  if (error.kind === 'unreachable') return 'unreachable'
  if (error.status === 401 || error.status === 403) return 'not-allowed'
  return error.status === 404 ? 'not-found' : 'unexpected'
}

const faults = {
  'not-allowed': {
    icon: <IconLock />,
    get title() {
      return t.youDoNotHaveAccess
    },
  },
  'not-found': {
    icon: <IconZoomQuestion />,
    get title() {
      return t.pageNotFound
    },
  },
  unreachable: {
    icon: <IconCloudOff />,
    get title() {
      return t.theInstanceDoesNotAnswer
    },
  },
  unfetched: {
    icon: <IconCloudOff />,
    get title() {
      return t.thisPageCouldNotBe
    },
  },
  unexpected: {
    icon: <IconMoodPuzzled />,
    get title() {
      return t.thisPageCouldNotBe
    },
  },
} satisfies Record<Fault, object>

/** In place of a page that could not be opened. What was typed elsewhere is not touched. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const navigate = useNavigate()
  const [trying, setTrying] = useState(false)
  const fault = faultOf(error)
  const isAway = fault === 'unreachable' || (error instanceof Unfetched && error.away)

  const tryAgain = async () => {
    setTrying(true)
    if (fault === 'unfetched') await reload()
    else {
      reset()
      await router.invalidate()
    }
    setTrying(false)
  }

  // Whoever waits for an instance to come back need not press anything.
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
            {t.tryAgain}
          </Button>
          {fault === 'unreachable' ? null : <Button onClick={() => void navigate({ to: '/' })}>{t.goToHome2}</Button>}
        </>
      }
    >
      {explain(fault, error)}
    </EmptyState>
  )
}

/** Code that failed once is not asked for again in the same page; the page is left only for one that is there. */
async function reload(): Promise<void> {
  if (await isPageThere()) window.location.reload()
}

/** The same where there is no frame around it: nothing could be opened at all. */
export function StartError(props: ErrorComponentProps) {
  return (
    <main>
      <RouteError {...props} />
    </main>
  )
}

function explain(fault: Fault, error: unknown): string {
  if (fault === 'unreachable') return t.checkThatItIsRunning
  if (fault === 'unfetched') return t.partOfTheConsole
  if (fault === 'not-allowed') return t.askAnAdministratorOfThis({ reason: messageOf(error) })
  return messageOf(error)
}
