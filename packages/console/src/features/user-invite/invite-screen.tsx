import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { session } from '../../instance/browser-session.ts'
import { notify } from '../../notifications/notify.ts'
import { commonWords } from '../../words/messages.ts'
import { CodeForm } from './code-form.tsx'
import { t } from './messages.ts'
import { confirmCode } from './set-password.ts'

/** Target of the invitation link: the user chooses a password and is signed in. */
export function InviteScreen() {
  const navigate = useNavigate()
  const { searchStr } = useLocation()
  const [query] = useState(() => new URLSearchParams(searchStr))
  const admin = query.get('admin') === '1'
  return (
    <CodeForm
      title={t.invitationConfirmation}
      intro={t.acceptHelp}
      action={admin ? t.confirmAdmin : t.confirmUser}
      query={query}
      submit={(values) => confirmCode(values, admin)}
      onSignedIn={(answer) => {
        notify({ type: 'success', title: commonWords.users, text: t.userConfirmationSuccessful })
        session.signIn(answer, false)
        void navigate({ to: '/launchpad', replace: true })
      }}
    />
  )
}
