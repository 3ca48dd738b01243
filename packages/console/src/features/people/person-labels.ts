import { commonWords } from '../../words/messages.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import { peopleMessages } from './messages.ts'
import type { PersonDraft } from './person-draft.ts'

/** Labels of a person's fields; separate from the form, as the lists need them first. */
export const personLabels = {
  get username() {
    return commonWords.username
  },
  get email() {
    return commonWords.email
  },
  get first_name() {
    return peopleMessages.firstName
  },
  get last_name() {
    return peopleMessages.lastName
  },
  get name() {
    return peopleMessages.displayName
  },
  get phone() {
    return peopleMessages.phone
  },
  get is_active() {
    return tabWords.active
  },
  get sendInvite() {
    return peopleMessages.sendEmailInvite
  },
  get password() {
    return commonWords.password
  },
  get lookups() {
    return peopleMessages.lookupKeys
  },
} as const satisfies { readonly [K in keyof PersonDraft]?: string }
