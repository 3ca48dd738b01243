import type { ColumnOf } from '../../widgets/record-list/declaration.ts'
import { registrationOf } from './registration.ts'
import { RegistrationBadge } from './registration-badge.tsx'

type Person = { readonly [field: string]: unknown }

/** Where a list of people is searched. */
export const personSearchFields = ['first_name', 'last_name', 'name', 'email'] as const

/** The columns of administrators and of users. */
export const personColumns: readonly ColumnOf<'system/user', Person>[] = [
  { field: 'id', label: 'ID', kind: 'number', width: 72 },
  { field: 'email', label: 'Email', kind: 'text', width: 240, grow: true, narrow: true, link: true },
  { field: 'name', label: 'Display Name', kind: 'text', width: 180, grow: true },
  { field: 'first_name', label: 'First Name', kind: 'text', width: 130 },
  { field: 'last_name', label: 'Last Name', kind: 'text', width: 130 },
  { field: 'is_active', label: 'Active', kind: 'boolean', width: 72, narrow: true },
  {
    field: 'confirmed',
    label: 'Registration',
    kind: 'boolean',
    width: 136,
    filterable: false,
    text: registrationOf,
    render: (person) => <RegistrationBadge person={person} />,
  },
  { field: 'username', label: 'Username', kind: 'text', width: 200, hidden: true },
  { field: 'phone', label: 'Phone', kind: 'text', width: 140, hidden: true },
  { field: 'last_login_date', label: 'Last Login', kind: 'date', width: 130, hidden: true },
  { field: 'created_date', label: 'Created', kind: 'date', width: 130, hidden: true },
  { field: 'last_modified_date', label: 'Modified', kind: 'date', width: 130, hidden: true },
]
