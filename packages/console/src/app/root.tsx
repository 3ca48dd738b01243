import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useMatches } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useEffectEvent, useRef } from 'react'
import { ConfirmDialog } from '../confirm/confirm-dialog.tsx'
import { useConnectionLost } from '../instance/connection.ts'
import { useInstanceProfile } from '../instance/instance-profile.ts'
import { productName } from '../instance/product.ts'
import { useSecondStepRequest } from '../instance/second-step-request.ts'
import { send } from '../instance/send.ts'
import { useSignInRequest } from '../instance/sign-in-request.ts'
import { connectionBack, connectionLost } from '../notifications/connection-lost.ts'
import { notify } from '../notifications/notify.ts'
import { Toasts } from '../notifications/toasts.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { commonWords } from '../words/messages.ts'

/** Milliseconds between checks whether the instance responds again. */
const lookEvery = 4000

/** Any response will do: the transport records it. */
async function pingInstance(): Promise<void> {
  await send({ verb: 'GET', path: 'system/environment', ignore401: true }).catch(() => undefined)
}

/** Notifies once that the instance does not respond, polls it, and then reloads the queries that failed meanwhile. */
function ConnectionWatch() {
  const lost = useConnectionLost()
  const queryClient = useQueryClient()
  const wasLost = useRef(false)

  const tell = useEffectEvent(() => {
    if (lost) notify({ ...connectionLost, action: { label: commonWords.tryAgain, run: tryAgain } })
    else if (wasLost.current) {
      notify(connectionBack)
      void queryClient.invalidateQueries({ predicate: ({ state }) => state.error !== null })
    }
    wasLost.current = lost
  })
  const tryAgain = async () => {
    await pingInstance()
    tell()
  }

  useEffect(() => {
    tell()
    if (!lost) return
    const quietly = () => {
      if (!document.hidden) void pingInstance()
    }
    const timer = setInterval(quietly, lookEvery)
    window.addEventListener('online', quietly)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', quietly)
    }
  }, [lost])
  return null
}

const SignInAgain = lazy(() =>
  import('../features/login/sign-in-again.tsx').then((module) => ({ default: module.SignInAgain })),
)

const SecondStepWindow = lazy(() =>
  import('../features/login/second-step-window.tsx').then((module) => ({ default: module.SecondStepWindow })),
)

/** Wraps every page: notifications, confirmations, and the dialog to sign in again. */
export function Root() {
  const request = useSignInRequest()
  const secondStep = useSecondStepRequest()
  const title = useMatches({
    select: (matches) => {
      const { title, nameIn } = matches.findLast((match) => match.staticData.title)?.staticData ?? {}
      return [nameIn?.(matches.at(-1)?.params ?? {}), title].filter(Boolean).join(' · ')
    },
  })
  const { name } = useInstanceProfile()

  useEffect(() => {
    document.title = [title, name || productName].filter(Boolean).join(' · ')
  }, [title, name])

  return (
    <>
      <Outlet />
      <VisuallyHidden>
        <span aria-live="polite">{title}</span>
      </VisuallyHidden>
      <ConnectionWatch />
      <Toasts />
      <ConfirmDialog />
      {request ? (
        <Suspense fallback={null}>
          <SignInAgain request={request} />
        </Suspense>
      ) : null}
      {secondStep ? (
        <Suspense fallback={null}>
          <SecondStepWindow key={secondStep.asked.challenge} request={secondStep} />
        </Suspense>
      ) : null}
    </>
  )
}
