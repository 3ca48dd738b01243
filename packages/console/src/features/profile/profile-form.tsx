import type { Profile } from '@millwright/contract/wire/session'
import { useEffect, useRef } from 'react'
import { hasFeature, useEnvironment } from '../../instance/environment.ts'
import { useWriteBlock } from '../../instance/instance-profile.ts'
import { isLanguage, type Language, languages } from '../../language/language.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Pair, Stack } from '../../ui/layout.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { SelectField, type SelectFieldProps } from '../../ui/select-field.tsx'
import { Text } from '../../ui/text.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useSaveKey } from '../../ui/use-save-key.ts'
import { PasswordPair } from '../../widgets/form/credentials/password-pair.tsx'
import { leastPasswordOf } from '../../widgets/form/credentials/password-rules.ts'
import { ProblemSummary } from '../../widgets/form/editor-frame/editor-form.tsx'
import type { FormFields } from '../../widgets/form/editor-frame/use-form.ts'
import { commonWords } from '../../words/messages.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import { profileMessages } from './messages.ts'
import styles from './profile.module.css'
import { changesEmail, isStoredElsewhere, type ProfileDraft, profileLabels } from './profile-draft.ts'
import { useProfileForm } from './use-profile-form.ts'

/** The placeholder address of a first administrator, before it is changed. */
const exampleEmail = 'user@example.com'

interface ProfileFormProps {
  isAdmin: boolean
  profile: Partial<Profile>
}

export function ProfileForm({ isAdmin, profile }: ProfileFormProps) {
  const environment = useEnvironment()
  const { authentication, platform } = environment
  const writeBlock = useWriteBlock()
  const leastPassword = leastPasswordOf(authentication)
  const form = useProfileForm({ isAdmin, profile, leastPassword })
  const { draft, field, base, problem, refusals, unsaved } = form
  const element = useRef<HTMLFormElement>(null)
  useSaveKey(() => void form.save())

  useEffect(() => {
    if (refusals > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]')?.focus()
  }, [refusals])

  return (
    <Stack
      ref={element}
      as="form"
      gap={4}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void form.save()
      }}
    >
      {base.email === exampleEmail && platform?.bitnami_demo !== true ? (
        <Banner tone="danger">{profileMessages.defaultCredentialsWarning}</Banner>
      ) : null}
      <ProblemSummary
        problem={problem}
        sections={[{ id: 'all', fields: Object.keys(profileLabels) }]}
        current="all"
        labels={profileLabels}
      />
      <section className={styles.card} aria-labelledby="profile-you">
        <h2 id="profile-you">{profileMessages.you}</h2>
        <Pair>
          <TextField {...field('username')} label={commonWords.username} autoComplete="username" spellCheck={false} />
          <TextField
            {...field('email')}
            label={commonWords.email}
            required
            type="email"
            autoComplete="email"
            spellCheck={false}
          />
          {changesEmail(draft, base) && !draft.setPassword ? (
            <div className={styles.whole}>
              <PasswordField
                {...field('current_password')}
                label={profileMessages.currentPasswordLabel}
                autoComplete="current-password"
              />
            </div>
          ) : null}
          <TextField {...field('first_name')} label={profileMessages.firstName} autoComplete="given-name" />
          <TextField {...field('last_name')} label={profileMessages.lastName} autoComplete="family-name" />
          <TextField {...field('name')} label={profileMessages.displayName} required autoComplete="name" />
          <TextField {...field('phone')} label={profileMessages.phone} type="tel" autoComplete="tel" />
          {hasFeature(environment, 'profile-language') ? <LanguageField {...field('language')} /> : null}
        </Pair>
      </section>
      {isStoredElsewhere(base) ? null : (
        <>
          <QuestionPart form={form} />
          <PasswordPart form={form} leastPassword={leastPassword} />
        </>
      )}
      <footer className={styles.footer}>
        <Button
          type="submit"
          variant="primary"
          loading={form.saving}
          disabledReason={writeBlock}
          aria-keyshortcuts="Control+S Meta+S"
        >
          {tabWords.save}
        </Button>
        <Text tone="muted" size="sm" shrink role="status">
          {unsaved.length > 0 ? profileMessages.notSavedYet({ fields: unsaved.join(', ') }) : ''}
        </Text>
      </footer>
    </Stack>
  )
}

const spoken = Object.entries(languages).flatMap(([value, label]) => (isLanguage(value) ? { value, label } : []))

function LanguageField(props: Omit<SelectFieldProps<Language | ''>, 'options'>) {
  return <SelectField {...props} options={[{ value: '', label: profileMessages.asTheBrowser }, ...spoken]} />
}

interface PartProps {
  form: Pick<FormFields<ProfileDraft>, 'draft' | 'set' | 'field'>
}

function QuestionPart({ form }: PartProps) {
  const { draft, set, field } = form
  return (
    <section className={styles.card} aria-label={profileMessages.securityQuestion2}>
      <Checkbox
        label={profileMessages.setSecurityQuestion}
        help={profileMessages.securityQuestionHelp}
        value={draft.setQuestion}
        onChange={(value) => {
          set('setQuestion', value)
          if (!value) set('security_answer', '')
        }}
      />
      {draft.setQuestion ? (
        <Pair>
          <TextField {...field('security_question')} label={profileMessages.securityQuestion} />
          <PasswordField {...field('security_answer')} label={profileMessages.securityAnswer} autoComplete="off" />
        </Pair>
      ) : null}
    </section>
  )
}

function PasswordPart({ form, leastPassword }: PartProps & { leastPassword: number | null }) {
  const { draft, set, field } = form
  return (
    <section className={styles.card} aria-label={commonWords.password}>
      <Checkbox
        label={profileMessages.setPassword}
        help={profileMessages.passwordChangeHelp}
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
            <PasswordField
              {...field('old_password')}
              label={profileMessages.oldPassword}
              autoComplete="current-password"
            />
          </div>
          <PasswordPair
            verifyLabel={profileMessages.verifyNewPassword}
            least={leastPassword}
            password={field('new_password')}
            again={field('verify_password')}
          />
        </Pair>
      ) : null}
    </section>
  )
}
