import { IconCloudOff, IconLock, IconMoodPuzzled, IconZoomQuestion } from '@tabler/icons-react'
import { type ErrorComponentProps, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { InstanceError, messageOf } from '../instance/instance-error.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { NotAllowed } from './not-allowed.ts'

/** Milliseconds between looks whether the instance answers again. */
const retryEvery = 4000

type Fault = 'not-allowed' | 'not-found' | 'unreachable' | 'unexpected'

/** What a failure to open a page means to the person. */
function faultOf(error: unknown): Fault {
  if (error instanceof NotAllowed) return 'not-allowed'
  if (!(error instanceof InstanceError)) return 'unexpected'
  if (error.kind === 'unreachable') return 'unreachable'
  if (error.status === 401 || error.status === 403) return 'not-allowed'
  return error.status === 404 ? 'not-found' : 'unexpected'
}

const faults = {
  'not-allowed': { icon: <IconLock />, title: 'You do not have access to this page' },
  'not-found': { icon: <IconZoomQuestion />, title: 'Page not found' },
  unreachable: { icon: <IconCloudOff />, title: 'The instance does not answer' },
  unexpected: { icon: <IconMoodPuzzled />, title: 'This page could not be opened' },
} satisfies Record<Fault, object>

/** In place of a page that could not be opened. What was typed elsewhere is not touched. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const navigate = useNavigate()
  const [trying, setTrying] = useState(false)
  const fault = faultOf(error)

  const tryAgain = async () => {
    setTrying(true)
    reset()
    await router.invalidate()
    setTrying(false)
  }

  // Whoever waits for an instance to come back need not press anything.
  const lookAgain = useEffectEvent(() => void tryAgain())
  useEffect(() => {
    if (fault !== 'unreachable') return
    const timer = setInterval(lookAgain, retryEvery)
    return () => clearInterval(timer)
  }, [fault])

  return (
    <EmptyState
      icon={faults[fault].icon}
      title={faults[fault].title}
      heading="h1"
      actions={
        <>
          <Button variant="primary" loading={trying} onClick={() => void tryAgain()}>
            Try again
          </Button>
          {fault === 'unreachable' ? null : <Button onClick={() => void navigate({ to: '/' })}>Go to Home</Button>}
        </>
      }
    >
      {explain(fault, error)}
    </EmptyState>
  )
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
  if (fault === 'unreachable')
    return 'Check that it is running and that you are connected. This page opens as soon as it answers again.'
  if (fault === 'not-allowed') return `${messageOf(error)} Ask an administrator of this instance if you need it.`
  return messageOf(error)
}
