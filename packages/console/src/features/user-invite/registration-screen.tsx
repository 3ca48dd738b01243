import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { session } from '../../instance/browser-session.ts'
import { notify } from '../../notifications/notify.ts'
import { commonWords } from '../../words/messages.ts'
import { CodeForm } from './code-form.tsx'
import { t } from './messages.ts'
import { confirmCode } from './set-password.ts'

/** Target of the registration link: the user chooses a password and is signed in. */
export function RegistrationScreen() {
  const navigate = useNavigate()
  const { searchStr } = useLocation()
  const [query] = useState(() => new URLSearchParams(searchStr))
  return (
    <CodeForm
      title={t.registrationConfirmation}
      intro={t.confirmHelp}
      action={t.confirmUser}
      query={query}
      submit={(values) => confirmCode(values, false)}
      onSignedIn={(answer) => {
        notify({ type: 'success', title: commonWords.users, text: t.registrationConfirmationSuccessful })
        session.signIn(answer, false)
        void navigate({ to: '/launchpad', replace: true })
      }}
    />
  )
}
