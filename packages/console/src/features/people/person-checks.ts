import { InstanceError } from '../../instance/instance-error.ts'
import { shortPassword } from '../../widgets/credentials/password-rules.ts'
import type { FormProblem } from '../../widgets/editor-frame/form-problem.ts'
import { rowProblems } from '../../widgets/lookup-keys/lookup-rows.ts'
import { lacksRole } from './app-roles.ts'
import { peopleMessages } from './messages.ts'
import type { PersonDraft } from './person-draft.ts'

/** What the form can tell before the server does; null when there is nothing to say. The order is the one of the wire. */
export function checkPerson(draft: PersonDraft, isNew: boolean, leastPassword: number | null): FormProblem | null {
  if (isNew && !draft.sendInvite && !draft.setPassword) return general('sendInvite', peopleMessages.inviteOrPassword)
  if (isNew && draft.sendInvite && draft.setPassword) return general('sendInvite', peopleMessages.notBoth)
  if (draft.setPassword && draft.password !== draft.verifyPassword)
    return under({ password: peopleMessages.mismatch, verifyPassword: peopleMessages.mismatch })
  const short = draft.setPassword ? shortPassword(draft.password, leastPassword) : null
  if (short !== null) return under({ password: short })
  if (rowProblems(draft.lookups, true).size > 0) return under({ lookups: peopleMessages.lookups })
  if (draft.roles.some(lacksRole)) return under({ roles: peopleMessages.roles })
  return null
}

/** What of it is told as a notification too, and under which title; null: nothing. `module`: the tab that the form is on. */
export function checkNotice({ fields }: FormProblem, module: string): { title: string; text: string } | null {
  if (fields.sendInvite) return { title: peopleMessages.newModule, text: fields.sendInvite }
  return fields.verifyPassword ? { title: module, text: fields.verifyPassword } : null
}

/** Servers that take the e-mail for a missing user name complain about that name, which nobody typed. */
export function takenEmail(error: InstanceError, draft: PersonDraft): InstanceError {
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

function general(field: string, message: string): FormProblem {
  return { fields: { [field]: message }, general: [] }
}

function under(fields: Record<string, string>): FormProblem {
  return { fields, general: [] }
}
