import { useState } from 'react'
import { useEnvironment } from '../../instance/environment.ts'
import { messageOf } from '../../instance/instance-error.ts'
import { Button } from '../../ui/button.tsx'
import { Stack } from '../../ui/layout.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { CredentialsForm } from '../../widgets/credentials/credentials-form.tsx'
import styles from './login.module.css'
import { authMessages } from './messages.ts'
import { requestReset } from './password-reset.ts'
import { SecurityQuestion } from './security-question.tsx'

/** Asks for a reset mail, or for the answer to the security question of accounts that have one. */
export function ForgotPassword({ onBack }: { onBack: () => void }) {
  const attribute = useEnvironment().authentication?.login_attribute ?? 'email'
  const [identity, setIdentity] = useState('')
  const [waiting, setWaiting] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [sent, setSent] = useState(false)
  const [question, setQuestion] = useState<string | null>(null)

  const submit = async () => {
    if (waiting) return
    setWaiting(true)
    setProblem(null)
    setSent(false)
    try {
      const asked = await requestReset(attribute, identity)
      setQuestion(asked)
      setSent(asked === null)
    } catch (error) {
      setProblem(messageOf(error))
    }
    setWaiting(false)
  }

  return (
    <Stack gap={4}>
      {question === null ? (
        <CredentialsForm
          problem={problem}
          success={sent ? authMessages.resetMailSent : null}
          onDismiss={() => setProblem(null)}
          onSubmit={() => void submit()}
        >
          <h1>Password Reset</h1>
          <TextField
            label={attribute === 'email' ? 'Email' : 'Username'}
            placeholder={attribute === 'email' ? 'Enter Email' : 'Enter Username'}
            type={attribute === 'email' ? 'email' : 'text'}
            autoComplete="username"
            spellCheck={false}
            autoFocus
            value={identity}
            onChange={setIdentity}
          />
          <Button type="submit" variant="primary" wide loading={waiting}>
            Request Password Reset
          </Button>
        </CredentialsForm>
      ) : (
        <SecurityQuestion attribute={attribute} identity={identity} question={question} />
      )}
      <button type="button" className={styles.link} onClick={onBack}>
        Login Form
      </button>
    </Stack>
  )
}
