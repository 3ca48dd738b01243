import { useState } from 'react'
import { session } from '../../instance/browser-session.ts'
import { useEnvironment } from '../../instance/environment.ts'
import { messageOf } from '../../instance/instance-error.ts'
import { notify } from '../../notifications/notify.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { CredentialsForm } from '../../widgets/credentials/credentials-form.tsx'
import { type LoginAttribute, logIn } from '../../widgets/credentials/log-in.ts'
import { newPasswordProblem } from '../../widgets/credentials/password-rules.ts'
import { authMessages } from './messages.ts'
import { answerQuestion } from './password-reset.ts'

interface SecurityQuestionProps {
  attribute: LoginAttribute
  identity: string
  question: string
}

/** Sets a new password by the answer to the account's question, and signs in with it. */
export function SecurityQuestion({ attribute, identity, question }: SecurityQuestionProps) {
  const { authentication } = useEnvironment()
  const [answer, setAnswer] = useState('')
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
      await answerQuestion({ attribute, identity, question, answer, password })
      const answered = await logIn({ attribute, identity, password, remember: false, service: '' })
      notify({ type: 'success', title: authMessages.module, text: authMessages.passwordReset })
      session.signIn(answered, false)
    } catch (error) {
      setProblem(messageOf(error))
    }
    setWaiting(false)
  }

  return (
    <CredentialsForm problem={problem} onDismiss={() => setProblem(null)} onSubmit={() => void submit()}>
      <h1>Password Reset</h1>
      <TextField label="Security Question" value={question} readOnly onChange={setAnswer} />
      <TextField label="Security Answer" autoComplete="off" autoFocus value={answer} onChange={setAnswer} />
      <PasswordField label="New Password" autoComplete="new-password" value={password} onChange={setPassword} />
      <PasswordField label="Verify Password" autoComplete="new-password" value={again} onChange={setAgain} />
      <Button type="submit" variant="primary" wide loading={waiting}>
        Reset Password
      </Button>
    </CredentialsForm>
  )
}
