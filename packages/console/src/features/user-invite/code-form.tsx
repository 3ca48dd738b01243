import type { Session } from '@millwright/contract/wire/session'
import { type ReactNode, useState } from 'react'
import { useEnvironment } from '../../instance/environment.ts'
import { Stack } from '../../ui/layout.tsx'
import { Text } from '../../ui/text.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { NewPasswordForm } from '../../widgets/form/credentials/new-password-form.tsx'
import { commonWords } from '../../words/messages.ts'
import { t } from './messages.ts'
import type { CodeDraft as CodeFormValues } from './set-password.ts'

interface CodeFormProps {
  title: string
  intro: ReactNode
  action: string
  query: URLSearchParams
  submit: (values: CodeFormValues) => Promise<Session>
  onSignedIn: (session: Session) => void
}

/** The form behind a mail link: email, code, and a password twice. The link pre-fills its values. */
export function CodeForm({ title, intro, action, query, submit, onSignedIn }: CodeFormProps) {
  const attribute = useEnvironment().authentication?.login_attribute ?? 'email'
  const label = attribute === 'email' ? commonWords.email : commonWords.username
  const [identity, setIdentity] = useState(query.get(attribute) ?? '')
  const [code, setCode] = useState(query.get('code') ?? '')
  const known = query.has(attribute)
  /** Empty fields are flagged after the first attempt to submit. */
  const [tried, setTried] = useState(false)
  const isEmpty = (value: string) => value.trim() === ''
  const check = () => {
    setTried(true)
    return !isEmpty(identity) && !isEmpty(code)
  }
  const signIn = async (password: string) => onSignedIn(await submit({ attribute, identity, code, password }))
  return (
    <NewPasswordForm action={action} onPassword={signIn} onCheck={check} proved={known && query.has('code')}>
      <Stack gap={1}>
        <h1>{title}</h1>
        <Text tone="muted">{intro}</Text>
      </Stack>
      <TextField
        label={label}
        type={attribute === 'email' ? 'email' : 'text'}
        autoComplete="username"
        autoFocus={!known}
        spellCheck={false}
        value={identity}
        error={tried && isEmpty(identity) ? t.isRequired({ label }) : undefined}
        onChange={setIdentity}
      />
      <TextField
        label={commonWords.code}
        placeholder={t.enterConfirmationCode}
        autoComplete="one-time-code"
        autoFocus={known && !query.has('code')}
        mono
        spellCheck={false}
        value={code}
        error={tried && isEmpty(code) ? t.codeMissing : undefined}
        onChange={setCode}
      />
    </NewPasswordForm>
  )
}
