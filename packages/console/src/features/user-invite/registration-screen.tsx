import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { session } from '../../instance/browser-session.ts'
import { notify } from '../../notifications/notify.ts'
import { CodeForm } from './code-form.tsx'
import { confirmCode } from './set-password.ts'

/** Where the mail after a registration leads: the person chooses a password and is signed in. */
export function RegistrationScreen() {
  const navigate = useNavigate()
  const { searchStr } = useLocation()
  const [query] = useState(() => new URLSearchParams(searchStr))
  return (
    <CodeForm
      title="Registration Confirmation"
      intro="Enter the code from the mail and choose a password."
      action="Confirm User"
      query={query}
      submit={(values) => confirmCode(values, false)}
      onSignedIn={(answer) => {
        notify({ type: 'success', title: 'Users', text: 'Registration Confirmation successful.' })
        session.signIn(answer, false)
        void navigate({ to: '/launchpad', replace: true })
      }}
    />
  )
}
