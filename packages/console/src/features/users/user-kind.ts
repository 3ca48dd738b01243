import { type AppRoleRow, appRoleRows, appRolesToSend, lacksRole } from '../people/app-roles.ts'
import { peopleMessages } from '../people/messages.ts'
import { draftOfCopy, draftOfPerson, type PersonDraft, type PersonRecord } from '../people/person-draft.ts'
import type { PersonKind } from '../people/person-kind.ts'
import { personLabels } from '../people/person-labels.ts'
import { userMessages } from './messages.ts'

/** What belongs to a user besides the fields. */
export const userRelations = ['user_to_app_to_role_by_user_id', 'lookup_by_user_id'] as const

/** What the form of a user holds. */
export type UserDraft = PersonDraft & { readonly roles: readonly AppRoleRow[] }

const rolesOf = (record: PersonRecord | null) => appRoleRows(record?.user_to_app_to_role_by_user_id)

/** Users among the people. */
export const userKind: PersonKind<UserDraft> = {
  one: 'user',
  thing: 'User',
  path: '/users',
  collection: 'system/user',
  params: { fields: '*', related: userRelations.join(',') },
  labels: { ...personLabels, roles: 'Roles' },
  toDraft: (record) => ({ ...draftOfPerson(record), roles: rolesOf(record) }),
  toCopy: (record) => ({
    ...draftOfCopy(record),
    roles: rolesOf(record).map((row) => ({ ...row, key: `new-${row.appId}`, stored: null })),
  }),
  problems: ({ roles }) => (roles.some(lacksRole) ? { roles: peopleMessages.roles } : {}),
  more: ({ roles }, record) => ({
    user_to_app_to_role_by_user_id: appRolesToSend(roles, typeof record?.id === 'number' ? record.id : null),
  }),
  messages: userMessages,
}
