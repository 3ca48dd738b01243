import { type ReactNode, useState } from 'react'
import { useEnvironment } from '../../instance/environment.ts'
import { messageOf } from '../../instance/instance-error.ts'
import { Button } from '../../ui/button.tsx'
import { CredentialsForm } from './credentials-form.tsx'
import { PasswordPair } from './password-pair.tsx'
import { newPasswordProblem } from './password-rules.ts'

interface NewPasswordFormProps {
  /** What the button says. */
  action: string
  /** Sets the password and signs in with it; what it throws is told over the fields. */
  onPassword: (password: string) => Promise<void>
  /** Nothing but the password is missing when the form opens. */
  proved?: boolean
  /** What proves that the account is one's own, above the password. */
  children: ReactNode
}

/** A form of people who are not signed in that ends with a password of their choice. */
export function NewPasswordForm({ action, onPassword, proved = false, children }: NewPasswordFormProps) {
  const { authentication } = useEnvironment()
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [waiting, setWaiting] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const submit = async () => {
    if (waiting) return
    const wrong = newPasswordProblem(password, again, authentication)
    setProblem(wrong)
    if (wrong) return
    setWaiting(true)
    try {
      await onPassword(password)
    } catch (error) {
      setProblem(messageOf(error))
    }
    setWaiting(false)
  }

  return (
    <CredentialsForm problem={problem} onDismiss={() => setProblem(null)} onSubmit={() => void submit()}>
      {children}
      <PasswordPair
        autoFocus={proved}
        password={{ value: password, onChange: setPassword }}
        again={{ value: again, onChange: setAgain }}
      />
      <Button type="submit" variant="primary" wide loading={waiting}>
        {action}
      </Button>
    </CredentialsForm>
  )
}
