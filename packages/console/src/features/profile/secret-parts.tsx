import { Checkbox } from '../../ui/checkbox.tsx'
import { Pair } from '../../ui/layout.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { PasswordPair } from '../../widgets/credentials/password-pair.tsx'
import type { FormFields } from '../../widgets/editor-frame/use-form.ts'
import styles from './profile.module.css'
import type { ProfileDraft } from './profile-draft.ts'

interface PartProps {
  form: Pick<FormFields<ProfileDraft>, 'draft' | 'set' | 'field'>
}

export function QuestionPart({ form }: PartProps) {
  const { draft, set, field } = form
  return (
    <section className={styles.card} aria-label="Security question">
      <Checkbox
        label="Set Security Question"
        help="Answering it lets you choose a new password without mail."
        value={draft.setQuestion}
        onChange={(value) => {
          set('setQuestion', value)
          if (!value) set('security_answer', '')
        }}
      />
      {draft.setQuestion ? (
        <Pair>
          <TextField {...field('security_question')} label="Security Question" />
          <PasswordField {...field('security_answer')} label="Security Answer" autoComplete="off" />
        </Pair>
      ) : null}
    </section>
  )
}

export function PasswordPart({ form, leastPassword }: PartProps & { leastPassword: number | null }) {
  const { draft, set, field } = form
  return (
    <section className={styles.card} aria-label="Password">
      <Checkbox
        label="Set Password"
        help="Signs you out everywhere else."
        value={draft.setPassword}
        onChange={(value) => {
          set('setPassword', value)
          if (value) return
          set('old_password', '')
          set('new_password', '')
          set('verify_password', '')
        }}
      />
      {draft.setPassword ? (
        <Pair>
          <div className={styles.whole}>
            <PasswordField {...field('old_password')} label="Old Password" autoComplete="current-password" />
          </div>
          <PasswordPair
            verifyLabel="Verify New Password"
            least={leastPassword}
            password={field('new_password')}
            again={field('verify_password')}
          />
        </Pair>
      ) : null}
    </section>
  )
}
