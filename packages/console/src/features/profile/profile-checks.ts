import type { Profile } from '@millwright/contract/wire/session'
import { shortPassword } from '../../widgets/form/credentials/password-rules.ts'
import type { FormProblem } from '../../widgets/form/editor-frame/form-problem.ts'
import { profileMessages } from './messages.ts'
import { changesEmail, type ProfileDraft, profileLabels } from './profile-draft.ts'

/** Validates the form before it is sent; returns `null` if there is no problem. */
export function checkProfile(
  draft: ProfileDraft,
  profile: Partial<Profile>,
  leastPassword: number | null,
): FormProblem | null {
  const missing = needed(draft, profile).filter((field) => draft[field].trim() === '')
  if (missing.length > 0)
    return under(
      Object.fromEntries(missing.map((field) => [field, profileMessages.isRequired({ label: profileLabels[field] })])),
    )
  if (draft.setPassword && draft.new_password !== draft.verify_password)
    return under({ new_password: profileMessages.mismatch, verify_password: profileMessages.mismatch })
  const short = draft.setPassword ? shortPassword(draft.new_password, leastPassword) : null
  return short === null ? null : under({ new_password: short })
}

function needed(draft: ProfileDraft, profile: Partial<Profile>): (keyof typeof profileLabels)[] {
  const fields: (keyof typeof profileLabels)[] = ['email', 'name']
  if (changesEmail(draft, profile) && !draft.setPassword) fields.push('current_password')
  if (draft.setQuestion) fields.push('security_question', 'security_answer')
  if (draft.setPassword) fields.push('old_password', 'new_password', 'verify_password')
  return fields
}

function under(fields: Readonly<Record<string, string>>): FormProblem {
  return { fields, general: [] }
}
