import { useState } from 'react'
import { session } from '../../instance/browser-session.ts'
import { notify } from '../../notifications/notify.ts'
import { TextField } from '../../ui/text-field.tsx'
import { type LoginAttribute, logIn } from '../../widgets/credentials/log-in.ts'
import { NewPasswordForm } from '../../widgets/credentials/new-password-form.tsx'
import { authMessages } from './messages.ts'
import { answerQuestion } from './password-reset.ts'

interface SecurityQuestionProps {
  attribute: LoginAttribute
  identity: string
  question: string
}

/** Sets a new password by the answer to the account's question, and signs in with it. */
export function SecurityQuestion({ attribute, identity, question }: SecurityQuestionProps) {
  const [answer, setAnswer] = useState('')
  const reset = async (password: string) => {
    await answerQuestion({ attribute, identity, question, answer, password })
    const answered = await logIn({ attribute, identity, password, remember: false, service: '' })
    notify({ type: 'success', title: authMessages.module, text: authMessages.passwordReset })
    session.signIn(answered, false)
  }
  return (
    <NewPasswordForm action="Reset Password" onPassword={reset}>
      <h1>Password Reset</h1>
      <TextField label="Security Question" value={question} readOnly onChange={setAnswer} />
      <TextField label="Security Answer" autoComplete="off" autoFocus value={answer} onChange={setAnswer} />
    </NewPasswordForm>
  )
}
