import { Outlet, useMatches } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { ConfirmDialog } from '../confirm/confirm-dialog.tsx'
import { useInstanceProfile } from '../instance/instance-profile.ts'
import { useSecondStepRequest } from '../instance/second-step-request.ts'
import { useSignInRequest } from '../instance/sign-in-request.ts'
import { Toasts } from '../notifications/toasts.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { ConnectionWatch } from './connection-watch.tsx'
import { productName } from './product.ts'

const SignInAgain = lazy(() =>
  import('../features/login/sign-in-again.tsx').then((module) => ({ default: module.SignInAgain })),
)

const SecondStepWindow = lazy(() =>
  import('../features/login/second-step-window.tsx').then((module) => ({ default: module.SecondStepWindow })),
)

/** Around every page: notifications, questions, and the window that asks to sign in again. */
export function Root() {
  const request = useSignInRequest()
  const secondStep = useSecondStepRequest()
  const title = useMatches({
    select: (matches) => matches.findLast((match) => match.staticData.title)?.staticData.title,
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
