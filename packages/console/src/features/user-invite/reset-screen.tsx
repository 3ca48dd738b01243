import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { session } from '../../instance/browser-session.ts'
import { notify } from '../../notifications/notify.ts'
import styles from './code-form.module.css'
import { CodeForm } from './code-form.tsx'
import { resetByCode } from './set-password.ts'

/** Where the link of a reset mail leads; afterwards the guard of this page leads on. */
export function ResetScreen() {
  const { searchStr } = useLocation()
  const [query] = useState(() => new URLSearchParams(searchStr))
  return (
    <>
      <CodeForm
        title="Reset Password"
        intro="Enter the code from the mail and choose a new password."
        action="Reset Password"
        query={query}
        submit={(values) => resetByCode(values, query.get('admin') === '1')}
        onSignedIn={(answer) => {
          notify({ type: 'success', title: 'Users', text: 'Password reset successful.' })
          session.signIn(answer, false)
        }}
      />
      {query.has('code') ? null : (
        <p className={styles.further}>
          No code yet?{' '}
          <Link to="/login" search={{ forgot: true }}>
            Request a reset email
          </Link>
        </p>
      )}
    </>
  )
}
