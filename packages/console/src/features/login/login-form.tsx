import type { Session } from '@millwright/contract/wire/session'
import { IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { useEnvironment } from '../../instance/environment.ts'
import { messageOf } from '../../instance/instance-error.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useInitialFocus } from '../../ui/use-initial-focus.ts'
import { CredentialsForm } from '../../widgets/form/credentials/credentials-form.tsx'
import { logIn } from '../../widgets/form/credentials/log-in.ts'
import { logInByPasskey, passkeysWork } from '../../widgets/form/credentials/second-step.ts'
import { commonWords } from '../../words/messages.ts'
import { t } from './messages.ts'

export interface LoginFormProps {
  /** An error shown above the form from the start. */
  problem: string | null
  /** `null` if the surrounding page has a title. */
  title: string | null
  /** The expected person when signing in again. */
  identity?: string
  onSignedIn: (session: Session, remember: boolean) => void
}

/** Email or username, password, and the choice of a directory if there is one. */
export function LoginForm({ problem, title, identity: expected = '', onSignedIn }: LoginFormProps) {
  const { authentication, server } = useEnvironment()
  const directories = authentication?.adldap ?? []
  const [service, setService] = useState('')
  const [identity, setIdentity] = useState(expected)
  const [password, setPassword] = useState('')
  const [remember, setRemember] = useState(false)
  const [waiting, setWaiting] = useState<'password' | 'passkey' | null>(null)
  const [failure, setTold] = useState(problem)
  const first = useInitialFocus<HTMLInputElement>(!expected)
  const attribute = service ? 'username' : (authentication?.login_attribute ?? 'email')

  const chooseService = (name: string) => {
    setService(name)
    setIdentity('')
    setPassword('')
  }

  const enter = async (way: 'password' | 'passkey', begin: () => Promise<Session>) => {
    if (waiting) return
    setWaiting(way)
    setTold(null)
    try {
      onSignedIn(await begin(), remember)
    } catch (error) {
      setTold(messageOf(error))
    }
    setWaiting(null)
  }
  const submit = () => enter('password', () => logIn({ attribute, identity, password, remember, service }))

  return (
    <CredentialsForm problem={failure} onDismiss={() => setTold(null)} onSubmit={() => void submit()}>
      {title ? <h1>{title}</h1> : null}
      {directories.length > 0 ? (
        <SelectField
          label={t.services}
          value={service}
          onChange={chooseService}
          options={[
            { value: '', label: `-- ${server?.host ?? window.location.host} --` },
            ...directories.map(({ name, label }) => ({ value: name, label })),
          ]}
        />
      ) : null}
      <TextField
        key={attribute}
        label={attribute === 'email' ? commonWords.email : commonWords.username}
        placeholder={attribute === 'email' ? t.enterEmail : t.enterUsername}
        type={attribute === 'email' ? 'email' : 'text'}
        name={attribute}
        autoComplete="username"
        spellCheck={false}
        ref={first}
        value={identity}
        onChange={setIdentity}
      />
      <PasswordField
        label={commonWords.password}
        placeholder={t.enterPassword}
        name="password"
        autoComplete="current-password"
        autoFocus={Boolean(expected)}
        value={password}
        onChange={setPassword}
      />
      {authentication?.allow_forever_sessions ? (
        <Checkbox label={t.rememberMe} value={remember} onChange={setRemember} />
      ) : null}
      <Button type="submit" variant="primary" wide loading={waiting === 'password'}>
        {t.title}
      </Button>
      {authentication?.passkeys && passkeysWork() ? (
        <Button
          wide
          icon={<IconKey />}
          loading={waiting === 'passkey'}
          onClick={() => void enter('passkey', () => logInByPasskey(remember))}
        >
          {t.usePasskey}
        </Button>
      ) : null}
    </CredentialsForm>
  )
}
