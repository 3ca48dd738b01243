import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { session } from '../../instance/browser-session.ts'
import { notify } from '../../notifications/notify.ts'
import { commonWords } from '../../words/messages.ts'
import styles from './code-form.module.css'
import { CodeForm } from './code-form.tsx'
import { t } from './messages.ts'
import { resetByCode } from './set-password.ts'

/** Target of the password reset link; the route guard redirects after sign-in. */
export function ResetScreen() {
  const { searchStr } = useLocation()
  const [query] = useState(() => new URLSearchParams(searchStr))
  return (
    <>
      <CodeForm
        title={t.resetPassword}
        intro={t.resetHelp}
        action={t.resetPassword}
        query={query}
        submit={(values) => resetByCode(values, query.get('admin') === '1')}
        onSignedIn={(answer) => {
          notify({ type: 'success', title: commonWords.users, text: t.passwordResetSuccessful })
          session.signIn(answer, false)
        }}
      />
      {query.has('code') ? null : (
        <p className={styles.further}>
          {t.noCodeYet({
            link: (text) => (
              <Link to="/login" search={{ forgot: true }}>
                {text}
              </Link>
            ),
          })}
        </p>
      )}
    </>
  )
}
