import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { session } from '../../instance/browser-session.ts'
import { messageOf } from '../../instance/instance-error.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { bringsLogin, logInFromAddress } from '../../widgets/credentials/log-in.ts'
import { ForgotPassword } from './forgot-password.tsx'
import styles from './login.module.css'
import { LoginForm } from './login-form.tsx'
import { Providers } from './providers.tsx'

/** Signs people in; the guard of this page then leads them on. */
export function LoginScreen() {
  const navigate = useNavigate()
  const { searchStr } = useLocation()
  const [query] = useState(() => new URLSearchParams(searchStr))
  const [processing, setProcessing] = useState(() => bringsLogin(query))
  const [problem, setProblem] = useState<string | null>(null)
  const [forgotten, setForgotten] = useState(false)

  useEffect(() => {
    if (!bringsLogin(query)) return
    const come = async () => {
      try {
        session.signIn(await logInFromAddress(query), false)
      } catch (error) {
        setProblem(messageOf(error))
        setProcessing(false)
        // The token has been tried and must not stay in the address bar.
        await navigate({ to: '/login', search: {}, replace: true })
      }
    }
    void come()
  }, [query, navigate])

  if (processing) return <Spinner label="Signing you in" />
  if (forgotten) return <ForgotPassword onBack={() => setForgotten(false)} />
  return (
    <div className={styles.stack}>
      <LoginForm
        key={problem}
        title="Login"
        problem={problem}
        onSignedIn={(answer, remember) => session.signIn(answer, remember)}
      />
      <Providers />
      <button type="button" className={styles.link} onClick={() => setForgotten(true)}>
        Forgot Password
      </button>
    </div>
  )
}
