import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { session } from '../../instance/browser-session.ts'
import { hasFeature, useEnvironment } from '../../instance/environment.ts'
import { send } from '../../instance/send.ts'
import { language } from '../../language/language.ts'
import { Button } from '../../ui/button.tsx'
import { TextField, type TextFieldProps } from '../../ui/text-field.tsx'
import { CredentialsForm } from '../../widgets/form/credentials/credentials-form.tsx'
import { logIn } from '../../widgets/form/credentials/log-in.ts'
import { PasswordPair } from '../../widgets/form/credentials/password-pair.tsx'
import { commonWords } from '../../words/messages.ts'
import { t } from './messages.ts'
import styles from './register.module.css'
import {
  missingFields,
  needsConfirmation,
  passwordProblem,
  prefilled,
  type RegistrationField,
  registrationBody,
  registrationProblem,
} from './registration.ts'

/** Creates an account by open registration; afterwards it is confirmed by mail, or the person is signed in at once. */
export function RegisterScreen() {
  const navigate = useNavigate()
  const { searchStr } = useLocation()
  const environment = useEnvironment()
  const { authentication } = environment
  const [query] = useState(() => new URLSearchParams(searchStr))
  const [form, setForm] = useState(() => prefilled(query))
  const [missing, setMissing] = useState<Partial<Record<RegistrationField, string>>>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [waiting, setWaiting] = useState(false)
  const [refusals, setRefusals] = useState(0)
  const shown = useRef<HTMLFormElement>(null)
  const byMail = needsConfirmation(authentication)
  const attribute = authentication?.login_attribute ?? 'email'

  // The form is taller than many windows: scrolls to the error.
  useEffect(() => {
    if (refusals > 0) shown.current?.querySelector<HTMLElement>('[role="alert"], [aria-invalid="true"]')?.focus()
  }, [refusals])

  const register = async () => {
    const body = registrationBody(
      form,
      query,
      authentication,
      hasFeature(environment, 'profile-language') && language() !== 'en' ? language() : null,
    )
    await send({ verb: 'POST', path: 'user/register', params: { login: false }, body })
    if (byMail) return navigate({ to: '/register-complete', replace: true })
    const identity = form[attribute].trim()
    const answer = await logIn({ attribute, identity, password: form.password, remember: false, service: '' })
    session.signIn(answer, false)
    return navigate({ to: '/launchpad', replace: true })
  }

  const submit = async () => {
    if (waiting) return
    const absent = missingFields(form, authentication)
    const wrong = passwordProblem(form, authentication)
    setMissing(absent)
    setProblem(wrong)
    if (wrong || Object.keys(absent).length > 0) return setRefusals(refusals + 1)
    setWaiting(true)
    try {
      await register()
    } catch (error) {
      setProblem(registrationProblem(error))
      setRefusals(refusals + 1)
    }
    setWaiting(false)
  }

  const bind = (field: RegistrationField) => ({
    value: form[field],
    error: missing[field],
    onChange: (value: string) => setForm({ ...form, [field]: value }),
  })
  const text = (field: RegistrationField, label: string, more: Partial<TextFieldProps> = {}) => (
    <TextField label={label} required autoComplete="off" {...bind(field)} {...more} />
  )

  return (
    <CredentialsForm ref={shown} problem={problem} onDismiss={() => setProblem(null)} onSubmit={() => void submit()}>
      <h1>{t.register}</h1>
      {text('username', commonWords.username, {
        required: attribute === 'username',
        autoFocus: true,
        autoComplete: byMail || attribute === 'username' ? 'username' : 'off',
        spellCheck: false,
      })}
      {text('email', commonWords.email, { type: 'email', autoComplete: 'email', spellCheck: false })}
      {text('first_name', t.firstName, { autoComplete: 'given-name' })}
      {text('last_name', t.lastName, { autoComplete: 'family-name' })}
      {text('name', t.displayName, { autoComplete: 'nickname' })}
      {byMail ? null : (
        <>
          <hr className={styles.divider} />
          <PasswordPair label={commonWords.password} password={bind('password')} again={bind('again')} />
        </>
      )}
      <Button type="submit" variant="primary" wide loading={waiting}>
        {t.register}
      </Button>
    </CredentialsForm>
  )
}
