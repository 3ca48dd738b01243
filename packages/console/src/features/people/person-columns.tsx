import type { ColumnOf } from '../../widgets/records/list-declaration/declaration.ts'
import { commonWords } from '../../words/messages.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import { peopleMessages } from './messages.ts'
import { RegistrationBadge, registrationOf, registrationWords } from './registration.tsx'

type Person = { readonly [field: string]: unknown }

/** The searched fields of a list of people. */
export const personSearchFields = ['first_name', 'last_name', 'name', 'email'] as const

/** The columns of administrators and of users. */
export const personColumns: readonly ColumnOf<'system/user', Person>[] = [
  { field: 'id', label: 'ID', kind: 'number', width: 64 },
  {
    field: 'email',
    label: commonWords.email,
    kind: 'text',
    width: 220,
    grow: true,
    narrow: true,
    link: true,
  },
  {
    field: 'name',
    label: peopleMessages.displayName,
    kind: 'text',
    width: 170,
    grow: true,
  },
  {
    field: 'first_name',
    label: peopleMessages.firstName,
    kind: 'text',
    width: 104,
  },
  {
    field: 'last_name',
    label: peopleMessages.lastName,
    kind: 'text',
    width: 104,
  },
  {
    field: 'is_active',
    label: tabWords.active,
    kind: 'boolean',
    width: 72,
    narrow: true,
  },
  {
    field: 'confirmed',
    label: peopleMessages.registration,
    kind: 'boolean',
    width: 120,
    filterable: false,
    text: (person) => registrationWords(registrationOf(person)),
    render: (person) => <RegistrationBadge person={person} />,
  },
  {
    field: 'username',
    label: commonWords.username,
    kind: 'text',
    width: 200,
    hidden: true,
  },
  {
    field: 'phone',
    label: peopleMessages.phone,
    kind: 'text',
    width: 140,
    hidden: true,
  },
  {
    field: 'last_login_date',
    label: peopleMessages.lastLogin,
    kind: 'date',
    width: 130,
    hidden: true,
  },
  {
    field: 'created_date',
    label: tabWords.created,
    kind: 'date',
    width: 130,
    hidden: true,
  },
  {
    field: 'last_modified_date',
    label: tabWords.modified,
    kind: 'date',
    width: 130,
    hidden: true,
  },
]
