import { useNavigate } from '@tanstack/react-router'
import { session, useUser } from '../../instance/browser-session.ts'
import type { SignInRequest } from '../../instance/sign-in-request.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Stack } from '../../ui/layout.tsx'
import { LoginForm } from './login-form.tsx'
import { t } from './opened/messages.ts'
import { Providers } from './providers.tsx'

/** Signs in over the current page, so that its state is kept. Cancelling signs out. */
export function SignInAgain({ request }: { request: SignInRequest }) {
  const navigate = useNavigate()
  const user = useUser()
  const giveUp = () => {
    request.done(false)
    void navigate({ to: '/logout' })
  }
  return (
    <Dialog open title={t.title} description={t.sessionEnded} closeOnOutsidePress={false} onClose={giveUp}>
      <Stack gap={4}>
        <LoginForm
          title={null}
          problem={request.reason}
          identity={user?.email ?? ''}
          onSignedIn={(answer, remember) => session.signIn(answer, remember)}
        />
        <Providers to={null} inNewTab />
      </Stack>
    </Dialog>
  )
}
