import type { Session } from '@millwright/contract/wire/session'
import { type ReactNode, useState } from 'react'
import { useEnvironment } from '../../instance/environment.ts'
import { messageOf } from '../../instance/instance-error.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { CredentialsForm } from '../../widgets/credentials/credentials-form.tsx'
import { newPasswordProblem } from '../../widgets/credentials/password-rules.ts'
import styles from './code-form.module.css'
import type { CodeForm as CodeFormValues } from './set-password.ts'

interface CodeFormProps {
  title: string
  intro: ReactNode
  action: string
  query: URLSearchParams
  submit: (values: CodeFormValues) => Promise<Session>
  onSignedIn: (session: Session) => void
}

/** The form behind a link in a mail: who, the code, and a password twice. The link fills in what it carries. */
export function CodeForm({ title, intro, action, query, submit, onSignedIn }: CodeFormProps) {
  const { authentication } = useEnvironment()
  const attribute = authentication?.login_attribute ?? 'email'
  const [identity, setIdentity] = useState(query.get(attribute) ?? '')
  const [code, setCode] = useState(query.get('code') ?? '')
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [waiting, setWaiting] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const send = async () => {
    if (waiting) return
    const wrong = newPasswordProblem(password, again, authentication)
    setProblem(wrong)
    if (wrong) return
    setWaiting(true)
    try {
      onSignedIn(await submit({ attribute, identity, code, password }))
    } catch (error) {
      setProblem(messageOf(error))
    }
    setWaiting(false)
  }

  return (
    <CredentialsForm problem={problem} onDismiss={() => setProblem(null)} onSubmit={() => void send()}>
      <div>
        <h1>{title}</h1>
        <p className={styles.intro}>{intro}</p>
      </div>
      <TextField
        label={attribute === 'email' ? 'Email' : 'Username'}
        type={attribute === 'email' ? 'email' : 'text'}
        autoComplete="username"
        spellCheck={false}
        value={identity}
        onChange={setIdentity}
      />
      <TextField
        label="Code"
        placeholder="Enter confirmation code."
        autoComplete="one-time-code"
        mono
        spellCheck={false}
        value={code}
        onChange={setCode}
      />
      <PasswordField label="New Password" autoComplete="new-password" value={password} onChange={setPassword} />
      <PasswordField label="Verify Password" autoComplete="new-password" value={again} onChange={setAgain} />
      <Button type="submit" variant="primary" wide loading={waiting}>
        {action}
      </Button>
    </CredentialsForm>
  )
}
