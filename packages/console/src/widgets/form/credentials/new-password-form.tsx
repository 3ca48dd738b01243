import { type ReactNode, useRef, useState } from 'react'
import { useEnvironment } from '../../../instance/environment.ts'
import { messageOf } from '../../../instance/instance-error.ts'
import { Button } from '../../../ui/button.tsx'
import { CredentialsForm } from './credentials-form.tsx'
import { PasswordPair } from './password-pair.tsx'
import { newPasswordProblem } from './password-rules.ts'

interface NewPasswordFormProps {
  /** Label of the submit button. */
  action: string
  /** Sets the password and signs in with it; errors are shown above the fields. */
  onPassword: (password: string) => Promise<void>
  /** Validates the fields above the password and flags empty ones. */
  onCheck?: () => boolean
  /** Whether only the password is missing when the form opens. */
  proved?: boolean
  /** Fields above the password that prove ownership of the account. */
  children: ReactNode
}

/** A form for users who are not signed in that ends with a new password. */
export function NewPasswordForm({ action, onPassword, onCheck, proved = false, children }: NewPasswordFormProps) {
  const { authentication } = useEnvironment()
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [waiting, setWaiting] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const form = useRef<HTMLFormElement>(null)

  const submit = async () => {
    if (waiting) return
    const wrong = newPasswordProblem(password, again, authentication)
    const complete = onCheck?.() ?? true
    setProblem(wrong)
    if (!complete)
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
    if (wrong || !complete) return
    setWaiting(true)
    try {
      await onPassword(password)
    } catch (error) {
      setProblem(messageOf(error))
    }
    setWaiting(false)
  }

  return (
    <CredentialsForm ref={form} problem={problem} onDismiss={() => setProblem(null)} onSubmit={() => void submit()}>
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
