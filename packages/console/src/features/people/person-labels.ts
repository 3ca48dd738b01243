import type { PersonDraft } from './person-draft.ts'

/** What the fields of a person are called; apart from the form, for the lists need them first. */
export const personLabels = {
  username: 'Username',
  email: 'Email',
  first_name: 'First Name',
  last_name: 'Last Name',
  name: 'Display Name',
  phone: 'Phone',
  is_active: 'Active',
  sendInvite: 'Send Email Invite',
  password: 'Password',
  lookups: 'Lookup Keys',
} as const satisfies { readonly [K in keyof PersonDraft]?: string }
