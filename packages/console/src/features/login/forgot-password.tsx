import { useState } from 'react'
import { session } from '../../instance/browser-session.ts'
import { useEnvironment } from '../../instance/environment.ts'
import { messageOf } from '../../instance/instance-error.ts'
import { send } from '../../instance/send.ts'
import { notify } from '../../notifications/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Stack } from '../../ui/layout.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { CredentialsForm } from '../../widgets/form/credentials/credentials-form.tsx'
import { forUserElseAdmin, type LoginAttribute, logIn } from '../../widgets/form/credentials/log-in.ts'
import { NewPasswordForm } from '../../widgets/form/credentials/new-password-form.tsx'
import { commonWords } from '../../words/messages.ts'
import styles from './login.module.css'
import { t } from './messages.ts'

/** Requests a reset mail, or asks the security question of accounts that have one. */
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
      const nextQuestion = await requestReset(attribute, identity)
      setQuestion(nextQuestion)
      setSent(nextQuestion === null)
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
          success={sent ? t.resetMailSent : null}
          onDismiss={() => setProblem(null)}
          onSubmit={() => void submit()}
        >
          <h1>{t.resetTitle}</h1>
          <TextField
            label={attribute === 'email' ? commonWords.email : commonWords.username}
            placeholder={attribute === 'email' ? t.enterEmail : t.enterUsername}
            type={attribute === 'email' ? 'email' : 'text'}
            autoComplete="username"
            spellCheck={false}
            autoFocus
            value={identity}
            onChange={setIdentity}
          />
          <Button type="submit" variant="primary" wide loading={waiting}>
            {t.requestPasswordReset}
          </Button>
        </CredentialsForm>
      ) : (
        <SecurityQuestion attribute={attribute} identity={identity} question={question} />
      )}
      <button type="button" className={styles.link} onClick={onBack}>
        {t.loginForm}
      </button>
    </Stack>
  )
}

interface SecurityQuestionProps {
  attribute: LoginAttribute
  identity: string
  question: string
}

/** Sets a new password with the answer to the account's security question, and signs in with it. */
function SecurityQuestion({ attribute, identity, question }: SecurityQuestionProps) {
  const [answer, setAnswer] = useState('')
  const reset = async (password: string) => {
    await answerQuestion({ attribute, identity, question, answer, password })
    const answered = await logIn({ attribute, identity, password, remember: false, service: '' })
    notify({ type: 'success', title: t.module, text: t.passwordReset })
    session.signIn(answered, false)
  }
  return (
    <NewPasswordForm action={t.resetPassword} onPassword={reset}>
      <h1>{t.resetTitle}</h1>
      <TextField label={t.securityQuestion} value={question} readOnly onChange={setAnswer} />
      <TextField label={t.securityAnswer} autoComplete="off" autoFocus value={answer} onChange={setAnswer} />
    </NewPasswordForm>
  )
}

/** Requests a password reset. Resolves to a security question, or to `null` if a mail with a code was sent. */
async function requestReset(attribute: LoginAttribute, identity: string): Promise<string | null> {
  const body = { [attribute]: identity, reset: true }
  return forUserElseAdmin(async (kind) => {
    const { data } = await send<{ security_question?: string }>({
      verb: 'POST',
      path: `${kind}/password`,
      params: { reset: true },
      body,
    })
    return data.security_question ?? null
  })
}

interface QuestionAnswer {
  attribute: LoginAttribute
  identity: string
  question: string
  answer: string
  password: string
}

/** Sets a new password with the answer to the security question. */
async function answerQuestion({ attribute, identity, question, answer, password }: QuestionAnswer): Promise<void> {
  const body = {
    [attribute]: identity,
    security_question: question,
    security_answer: answer,
    new_password: password,
    verify_password: password,
  }
  await forUserElseAdmin((kind) => send({ verb: 'POST', path: `${kind}/password`, params: { login: false }, body }))
}
