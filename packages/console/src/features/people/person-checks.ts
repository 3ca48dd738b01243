import { InstanceError } from '../../instance/instance-error.ts'
import { shortPassword } from '../../widgets/form/credentials/password-rules.ts'
import type { FormProblem } from '../../widgets/form/editor-frame/form-problem.ts'
import { rowProblems } from '../../widgets/list/lookup-keys/lookup-rows.ts'
import { peopleMessages } from './messages.ts'
import type { PersonDraft } from './person-draft.ts'

/**
 * Validates the form before it is sent; returns all problems, or `null` if there are none. `others`: problems with fields that only one
 * kind of people has.
 */
export function checkPerson(
  draft: PersonDraft,
  isNew: boolean,
  leastPassword: number | null,
  others: Readonly<Record<string, string>> = {},
): FormProblem | null {
  const fields: Record<string, string> = {
    ...(draft.email.trim() === '' && { email: peopleMessages.emailMissing }),
    ...wayIn(draft, isNew),
    ...(draft.setPassword && !(isNew && draft.sendInvite) && passwordProblem(draft, leastPassword)),
    ...(rowProblems(draft.lookups, true).size > 0 && { lookups: peopleMessages.lookups }),
    ...others,
  }
  return Object.keys(fields).length > 0 ? { fields, general: [] } : null
}

function wayIn({ sendInvite, setPassword }: PersonDraft, isNew: boolean) {
  if (!isNew || sendInvite !== setPassword) return {}
  return { sendInvite: sendInvite ? peopleMessages.notBoth : peopleMessages.inviteOrPassword }
}

function passwordProblem({ password, verifyPassword }: PersonDraft, least: number | null): Record<string, string> {
  if (password !== verifyPassword) return { password: peopleMessages.mismatch, verifyPassword: peopleMessages.mismatch }
  const short = shortPassword(password, least)
  return short === null ? {} : { password: short }
}

/** Returns the notification for a problem; `null` if there is none. `module`: the tab of the form. */
export function checkNotice({ fields }: FormProblem, module: string): { title: string; text: string } | null {
  if (fields.sendInvite) return { title: peopleMessages.newModule, text: fields.sendInvite }
  return fields.verifyPassword ? { title: module, text: fields.verifyPassword } : null
}

/** Servers that use the email address as the default username report a duplicate username, which the user did not type. */
export function renameUsernameError(error: InstanceError, draft: PersonDraft): InstanceError {
  const { username, ...others } = error.fieldMessages
  if (username === undefined || draft.username.trim() !== '') return error
  const aboutEmail = (text: string) => text.replace(/\busername\b/gi, 'email')
  return new InstanceError(aboutEmail(error.message), {
    status: error.status,
    code: error.code,
    fields: { ...others, email: username.map(aboutEmail) },
    cause: error,
  })
}
