import type { FormProblem } from '../../widgets/editor-frame/form-problem.ts'
import { rowProblems } from '../../widgets/lookup-keys/lookup-rows.ts'
import { lacksRole } from './app-roles.ts'
import { peopleMessages } from './messages.ts'
import type { PersonDraft } from './person-draft.ts'

/** What the form can tell before the server does; null when there is nothing to say. The order is the one of the wire. */
export function checkPerson(draft: PersonDraft, isNew: boolean, leastPassword: number): FormProblem | null {
  if (isNew && !draft.sendInvite && !draft.setPassword) return general('sendInvite', peopleMessages.inviteOrPassword)
  if (isNew && draft.sendInvite && draft.setPassword) return general('sendInvite', peopleMessages.notBoth)
  if (draft.setPassword && draft.password !== draft.verifyPassword)
    return under({ password: peopleMessages.mismatch, verifyPassword: peopleMessages.mismatch })
  if (draft.setPassword && draft.password.length < leastPassword)
    return under({ password: peopleMessages.tooShort(leastPassword) })
  if (rowProblems(draft.lookups, true).size > 0) return under({ lookups: peopleMessages.lookups })
  if (draft.roles.some(lacksRole)) return under({ roles: peopleMessages.roles })
  return null
}

/** What of it is told as a notification too, and under which title; null: nothing. `module`: the tab that the form is on. */
export function checkNotice({ fields }: FormProblem, module: string): { title: string; text: string } | null {
  if (fields.sendInvite) return { title: peopleMessages.newModule, text: fields.sendInvite }
  return fields.verifyPassword ? { title: module, text: fields.verifyPassword } : null
}

function general(field: string, message: string): FormProblem {
  return { fields: { [field]: message }, general: [] }
}

function under(fields: Record<string, string>): FormProblem {
  return { fields, general: [] }
}
