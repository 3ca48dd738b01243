import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { session } from '../../instance/browser-session.ts'
import { notify } from '../../notifications/notify.ts'
import { CodeForm } from './code-form.tsx'
import { confirmCode } from './set-password.ts'

/** Where the link of an invitation leads: the person chooses a password and is signed in. */
export function InviteScreen() {
  const navigate = useNavigate()
  const { searchStr } = useLocation()
  const [query] = useState(() => new URLSearchParams(searchStr))
  const admin = query.get('admin') === '1'
  return (
    <CodeForm
      title="Invitation Confirmation"
      intro="Choose a password to accept the invitation."
      action={admin ? 'Confirm Admin' : 'Confirm User'}
      query={query}
      submit={(values) => confirmCode(values, admin)}
      onSignedIn={(answer) => {
        notify({ type: 'success', title: 'Users', text: 'User Confirmation successful.' })
        session.signIn(answer, false)
        void navigate({ to: '/launchpad', replace: true })
      }}
    />
  )
}
