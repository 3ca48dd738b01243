import { appRolesToSend } from '../people/app-roles.ts'
import type { PersonKind } from '../people/person-kind.ts'
import { personLabels } from '../people/person-labels.ts'
import { userMessages } from './messages.ts'

/** What belongs to a user besides the fields. */
export const userRelations = ['user_to_app_to_role_by_user_id', 'lookup_by_user_id'] as const

/** Users among the people. */
export const userKind: PersonKind = {
  one: 'user',
  thing: 'User',
  path: '/users',
  collection: 'system/user',
  params: { fields: '*', related: userRelations.join(',') },
  labels: { ...personLabels, roles: 'Roles' },
  more: ({ roles }, record) => ({
    user_to_app_to_role_by_user_id: appRolesToSend(roles, typeof record?.id === 'number' ? record.id : null),
  }),
  messages: userMessages,
}
