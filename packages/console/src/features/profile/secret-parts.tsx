import { Checkbox } from '../../ui/checkbox.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { PasswordPair } from '../../widgets/credentials/password-pair.tsx'
import styles from './profile.module.css'
import type { ProfileDraft } from './profile-draft.ts'

interface PartProps {
  draft: ProfileDraft
  errors: Readonly<Record<string, string>>
  set: <K extends keyof ProfileDraft & string>(field: K, value: ProfileDraft[K]) => void
}

export function QuestionPart({ draft, errors, set }: PartProps) {
  return (
    <section className={styles.card} aria-label="Security question">
      <Checkbox
        label="Set Security Question"
        help="Answering it lets you choose a new password without mail."
        checked={draft.setQuestion}
        onChange={(value) => {
          set('setQuestion', value)
          if (!value) set('security_answer', '')
        }}
      />
      {draft.setQuestion ? (
        <div className={styles.grid}>
          <TextField
            label="Security Question"
            value={draft.security_question}
            error={errors.security_question}
            onChange={(value) => set('security_question', value)}
          />
          <PasswordField
            label="Security Answer"
            autoComplete="off"
            value={draft.security_answer}
            error={errors.security_answer}
            onChange={(value) => set('security_answer', value)}
          />
        </div>
      ) : null}
    </section>
  )
}

export function PasswordPart({ draft, errors, set, leastPassword }: PartProps & { leastPassword: number | null }) {
  return (
    <section className={styles.card} aria-label="Password">
      <Checkbox
        label="Set Password"
        help="Signs you out everywhere else."
        checked={draft.setPassword}
        onChange={(value) => {
          set('setPassword', value)
          if (value) return
          set('old_password', '')
          set('new_password', '')
          set('verify_password', '')
        }}
      />
      {draft.setPassword ? (
        <div className={styles.grid}>
          <div className={styles.whole}>
            <PasswordField
              label="Old Password"
              autoComplete="current-password"
              value={draft.old_password}
              error={errors.old_password}
              onChange={(value) => set('old_password', value)}
            />
          </div>
          <PasswordPair
            verifyLabel="Verify New Password"
            least={leastPassword}
            password={{
              value: draft.new_password,
              error: errors.new_password,
              onChange: (value) => set('new_password', value),
            }}
            again={{
              value: draft.verify_password,
              error: errors.verify_password,
              onChange: (value) => set('verify_password', value),
            }}
          />
        </div>
      ) : null}
    </section>
  )
}
